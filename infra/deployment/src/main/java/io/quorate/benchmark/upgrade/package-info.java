/** An upgrade of etcd by Quorate beside the same by hand. */
@NullMarked
package io.quorate.benchmark.upgrade;

import org.jspecify.annotations.NullMarked;
