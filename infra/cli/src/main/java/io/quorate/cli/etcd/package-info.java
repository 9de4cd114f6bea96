/** Calls of members, by an operator's own certificate. */
@NullMarked
package io.quorate.cli.etcd;

import org.jspecify.annotations.NullMarked;
