/** The AWS query protocol on the server's side: parameters in, XML out, errors in AWS's shapes. */
@NullMarked
package io.quorate.localcloud.protocol;

import org.jspecify.annotations.NullMarked;
