/** Bugs planted into copies of production classes, to see that the simulator finds such. */
@NullMarked
package io.quorate.simulation.mutant;

import org.jspecify.annotations.NullMarked;
