/** The steps of JOIN. */
@NullMarked
package io.quorate.agent.steps.join;

import org.jspecify.annotations.NullMarked;
