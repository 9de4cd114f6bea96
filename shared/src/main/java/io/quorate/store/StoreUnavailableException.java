package io.quorate.store;

/** The store did not answer, or not in time: whether a write happened is unknown. */
public final class StoreUnavailableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Says what was tried, and keeps the cause. */
  public StoreUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
