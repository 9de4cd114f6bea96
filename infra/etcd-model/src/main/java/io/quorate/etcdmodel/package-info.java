/**
 * A model of etcd 3.5: processes, directories, raft, membership and key-value store as pure,
 * deterministic state under virtual time.
 */
@NullMarked
package io.quorate.etcdmodel;

import org.jspecify.annotations.NullMarked;
