/** The embedded local cloud: the AWS services that Quorate uses, on this machine. */
@NullMarked
package io.quorate.localcloud;

import org.jspecify.annotations.NullMarked;
