package io.quorate.simulation.mutant;

/**
 * A scenario that was shrunk from a bug which is mended; to plant this one takes the mend out.
 *
 * @param scenario its file
 * @param breaks the invariant that it then breaks
 */
public record Golden(String scenario, String breaks) {}
