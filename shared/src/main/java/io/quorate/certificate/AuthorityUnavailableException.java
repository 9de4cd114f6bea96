package io.quorate.certificate;

/** An authority cannot sign: its key cannot be read or kept, or it does not fit. */
public final class AuthorityUnavailableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** For this reason. */
  public AuthorityUnavailableException(String message) {
    super(message);
  }

  /** For this reason. */
  public AuthorityUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
