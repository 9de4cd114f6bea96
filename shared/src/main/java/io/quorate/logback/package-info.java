/** How the function and the agents write their logs: logback, configured by the environment. */
@NullMarked
package io.quorate.logback;

import org.jspecify.annotations.NullMarked;
