/** The steps of each instruction: each checks, then does, then lets the journal go on. */
@NullMarked
package io.quorate.agent.steps;

import org.jspecify.annotations.NullMarked;
