/** Judges of records: bootstrap, heartbeats, intents, conditions, access control, the name. */
@NullMarked
package io.quorate.simulation.invariant.records;

import org.jspecify.annotations.NullMarked;
