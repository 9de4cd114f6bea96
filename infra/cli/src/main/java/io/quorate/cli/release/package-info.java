/** Releases of etcd and upgrades: {@code release} and {@code upgrade}. */
@NullMarked
package io.quorate.cli.release;

import org.jspecify.annotations.NullMarked;
