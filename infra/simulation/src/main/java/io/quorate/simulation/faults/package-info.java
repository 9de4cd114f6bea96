/** What goes wrong: how much of everything (knobs), and single numbered faults at their times. */
@NullMarked
package io.quorate.simulation.faults;

import org.jspecify.annotations.NullMarked;
