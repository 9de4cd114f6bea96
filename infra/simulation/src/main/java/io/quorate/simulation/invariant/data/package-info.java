/** Judges of data: acknowledged writes, generations, snapshots, directories. */
@NullMarked
package io.quorate.simulation.invariant.data;

import org.jspecify.annotations.NullMarked;
