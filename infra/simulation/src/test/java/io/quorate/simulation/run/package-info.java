/** Tests of the simulator: it replays, its golden scenarios hold, and it reaches what it should. */
@NullMarked
package io.quorate.simulation.run;

import org.jspecify.annotations.NullMarked;
