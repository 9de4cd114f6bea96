/** Counts the clusters that turned unhealthy together. */
@NullMarked
package io.quorate.controller.breaker;

import org.jspecify.annotations.NullMarked;
