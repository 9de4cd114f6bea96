/**
 * What must hold, whatever happens, looked at by who sees everything: a class each, or a row of one
 * of the tables.
 */
@NullMarked
package io.quorate.simulation.invariant;

import org.jspecify.annotations.NullMarked;
