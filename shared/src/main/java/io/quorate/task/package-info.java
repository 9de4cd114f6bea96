/** Maintenance that one node does beside the membership changes; it never holds them up. */
@NullMarked
package io.quorate.task;

import org.jspecify.annotations.NullMarked;
