/**
 * Asks what a decision would have led to if the worst had followed it: pure values and functions,
 * which know nothing of the simulated world they are filled from.
 */
@NullMarked
package io.quorate.simulation.counterfactual;

import org.jspecify.annotations.NullMarked;
