/** Puts a whole world together, runs a scenario in it, and tells what came of it. */
@NullMarked
package io.quorate.simulation.run;

import org.jspecify.annotations.NullMarked;
