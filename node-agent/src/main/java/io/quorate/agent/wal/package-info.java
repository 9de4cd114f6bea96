/** Reads etcd's write-ahead log without etcd, and never writes to it. */
@NullMarked
package io.quorate.agent.wal;

import org.jspecify.annotations.NullMarked;
