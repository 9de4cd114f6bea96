package io.quorate.controller.act;

/** The cloud did not carry out a call: whether it had an effect is unknown; repeating is safe. */
public final class CloudUnavailableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Says what was not even tried, and why. */
  public CloudUnavailableException(String message) {
    super(message);
  }

  /** Says what was tried, and keeps the cause. */
  public CloudUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
