package io.quorate.agent.wal;

/** Bytes that are no WAL record. */
final class MalformedRecordException extends Exception {
  private static final long serialVersionUID = 1L;

  MalformedRecordException(String message) {
    super(message);
  }
}
