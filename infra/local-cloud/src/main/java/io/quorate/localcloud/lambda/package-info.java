/** Lambda: real function artifacts in JVMs of their own, and the event sources that invoke them. */
@NullMarked
package io.quorate.localcloud.lambda;

import org.jspecify.annotations.NullMarked;
