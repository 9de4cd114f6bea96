/** Runs a scenario in a world, injects its faults, and tells what came of it. */
@NullMarked
package io.quorate.simulation.run;

import org.jspecify.annotations.NullMarked;
