package io.quorate.simulation.schedule;

/**
 * Ends whatever a crashed actor was doing. Every further port call of it throws one too, so that
 * its {@code finally} blocks have no effect, as in a process that was killed.
 */
public final class Crashed extends Error {
  private static final long serialVersionUID = 1L;

  /** Of this actor. */
  public Crashed(String simProcess) {
    super(simProcess + " crashed", null, false, false);
  }
}
