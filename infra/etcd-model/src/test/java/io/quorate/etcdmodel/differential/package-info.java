/**
 * Runs the same operations on the etcd model and on real etcd processes, and compares what is seen.
 */
@NullMarked
package io.quorate.etcdmodel.differential;

import org.jspecify.annotations.NullMarked;
