package io.quorate.secrets;

/** A secret that cannot be read; the message says why, and holds nothing of the secret. */
public final class SecretUnavailableException extends Exception {
  private static final long serialVersionUID = 1L;

  /** Why, in words for people. */
  public SecretUnavailableException(String message) {
    super(message);
  }

  /** Why, and what failed. */
  public SecretUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }

  /** Why it cannot be read. */
  public String words() {
    return String.valueOf(getMessage());
  }
}
