/** The controller's lease: who may act, and the fencing token that makes it safe. */
@NullMarked
package io.quorate.lease;

import org.jspecify.annotations.NullMarked;
