package io.quorate.simulation.mutant;

/**
 * A scenario that holds, and that a planted bug breaks.
 *
 * @param scenario its file
 * @param breaks the invariant that it then breaks
 */
public record Golden(String scenario, String breaks) {}
