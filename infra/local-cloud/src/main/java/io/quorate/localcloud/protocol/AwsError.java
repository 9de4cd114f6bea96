package io.quorate.localcloud.protocol;

/** A refusal in AWS's terms: an error code that clients match on, an HTTP status and a message. */
public final class AwsError extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String code;
  private final int status;

  /** Makes a refusal with the given AWS error code and HTTP status. */
  public AwsError(String code, int status, String message) {
    super(message);
    this.code = code;
    this.status = status;
  }

  /** The error Auto Scaling and the query protocol answer wrong input with. */
  public static AwsError validation(String message) {
    return new AwsError("ValidationError", 400, message);
  }

  /** The AWS error code, for instance {@code ValidationError}. */
  public String code() {
    return code;
  }

  /** The HTTP status that AWS sends with this code. */
  public int status() {
    return status;
  }

  /** The message; never null. */
  public String text() {
    String message = getMessage();
    return message == null ? code : message;
  }
}
