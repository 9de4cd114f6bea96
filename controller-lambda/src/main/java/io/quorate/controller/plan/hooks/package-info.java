/** Lifecycle hooks of Auto Scaling: answered, extended, abandoned. */
@NullMarked
package io.quorate.controller.plan.hooks;

import org.jspecify.annotations.NullMarked;
