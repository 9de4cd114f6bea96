/** Virtual time and interleaving: one event after the other, one strand at a time, one seed. */
@NullMarked
package io.quorate.simulation.schedule;

import org.jspecify.annotations.NullMarked;
