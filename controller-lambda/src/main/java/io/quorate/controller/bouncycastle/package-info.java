/** Certificates and keys, made with Bouncy Castle. */
@NullMarked
package io.quorate.controller.bouncycastle;

import org.jspecify.annotations.NullMarked;
