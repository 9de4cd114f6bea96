/** Judges of the membership: one change at a time, the quorum kept, commands closed. */
@NullMarked
package io.quorate.simulation.invariant.members;

import org.jspecify.annotations.NullMarked;
