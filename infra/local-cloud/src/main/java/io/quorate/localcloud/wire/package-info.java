/** How requests, replies and patterns are written; shared by everything behind the gateway. */
@NullMarked
package io.quorate.localcloud.wire;

import org.jspecify.annotations.NullMarked;
