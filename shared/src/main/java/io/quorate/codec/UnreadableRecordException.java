package io.quorate.codec;

import org.jspecify.annotations.Nullable;

/** A stored record does not have the form its schema version promises; the message says where. */
public final class UnreadableRecordException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Names the place, the value found and what was expected. */
  public UnreadableRecordException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
