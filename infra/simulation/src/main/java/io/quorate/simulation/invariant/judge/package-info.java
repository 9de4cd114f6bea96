/** What judges are made of: the forms of an invariant, and what they remember of a run. */
@NullMarked
package io.quorate.simulation.invariant.judge;

import org.jspecify.annotations.NullMarked;
