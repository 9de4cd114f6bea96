package io.quorate.simulation.schedule;

/** Production code threw what nobody caught: that is a finding. */
public final class SimThreadFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Says which strand, and keeps the cause. */
  public SimThreadFailedException(String message, Throwable cause) {
    super(message, cause);
  }
}
