/** Bugs planted into methods of the product, to see that the simulator finds such. */
@NullMarked
package io.quorate.simulation.mutant;

import org.jspecify.annotations.NullMarked;
