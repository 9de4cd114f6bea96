/** Counts the clusters that turned unhealthy together. */
@NullMarked
package io.quorate.controller.brake;

import org.jspecify.annotations.NullMarked;
