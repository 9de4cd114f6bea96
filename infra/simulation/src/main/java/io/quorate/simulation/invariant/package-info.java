/** What must hold, whatever happens: each invariant a class, looked at by who sees everything. */
@NullMarked
package io.quorate.simulation.invariant;

import org.jspecify.annotations.NullMarked;
