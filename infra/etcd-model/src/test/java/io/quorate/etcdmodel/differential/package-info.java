/**
 * Does the same operations on the model and on real etcd processes and compares:
 *
 * <ul>
 *   <li>of each call (writes, reads, member lists, changes of the membership, moved leadership):
 *       the answer with its revision, the refusal's text, or that nothing answers;
 *   <li>of each save of a snapshot: whether it succeeds;
 *   <li>after each operation, of every place: exit code, frozen, starting, or the cluster id, the
 *       members with who is a learner and who has started, the revision, the keys and their values,
 *       and whether a leader is known.
 * </ul>
 *
 * Operations are calls, signals, cuts, and starts on kept, wiped, copied, rolled back, restored and
 * forced directories ({@link io.quorate.etcdmodel.differential.Op.Kind}). What etcd itself leaves
 * to chance is in {@link io.quorate.etcdmodel.differential.KnownDivergence}.
 */
@NullMarked
package io.quorate.etcdmodel.differential;

import org.jspecify.annotations.NullMarked;
