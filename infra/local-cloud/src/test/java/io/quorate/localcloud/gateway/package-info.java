/** The gateway's parts, one by one. */
@NullMarked
package io.quorate.localcloud.gateway;

import org.jspecify.annotations.NullMarked;
