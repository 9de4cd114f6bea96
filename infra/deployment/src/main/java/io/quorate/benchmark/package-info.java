/** Quorate beside bare etcd, measured in one run on one machine. */
@NullMarked
package io.quorate.benchmark;

import org.jspecify.annotations.NullMarked;
