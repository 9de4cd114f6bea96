/** Keys and certificate requests, made by the JDK alone. */
@NullMarked
package io.quorate.x509;

import org.jspecify.annotations.NullMarked;
