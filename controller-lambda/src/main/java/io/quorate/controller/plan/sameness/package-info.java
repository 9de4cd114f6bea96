/** Comparing the members' data, and replacing one that differs. */
@NullMarked
package io.quorate.controller.plan.sameness;

import org.jspecify.annotations.NullMarked;
