/** One rule a file: each proposes a plan, or has nothing to say. Pure; no rule calls another. */
@NullMarked
package io.quorate.controller.plan.rules;

import org.jspecify.annotations.NullMarked;
