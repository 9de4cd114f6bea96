/** Judges of terminations: on evidence, of what hangs or is lost, and of nothing else. */
@NullMarked
package io.quorate.simulation.invariant.instances;

import org.jspecify.annotations.NullMarked;
