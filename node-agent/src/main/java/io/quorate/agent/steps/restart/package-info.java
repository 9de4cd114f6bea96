/** The steps of RESTART_MEMBER. */
@NullMarked
package io.quorate.agent.steps.restart;

import org.jspecify.annotations.NullMarked;
