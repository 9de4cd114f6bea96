package io.quorate.simulation.schedule;

/** Production code threw what nobody caught: that is a finding. */
public final class StrandFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Says which strand, and keeps the cause. */
  public StrandFailedException(String message, Throwable cause) {
    super(message, cause);
  }
}
