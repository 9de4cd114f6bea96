package io.quorate.codec;

import org.jspecify.annotations.Nullable;

/** How values of one type stand in a tree. */
abstract class Form {
  /** What is expected to stand there, for an error's message. */
  abstract String expected();

  /** A string, a long, a flag, a list or a map. */
  abstract Object write(Object value);

  /**
   * Reads what stands there; null where this release does not know it and the reader can do
   * without.
   *
   * @param where the record, or its part
   * @param name the attribute
   * @throws UnreadableRecordException naming the place, what stands there and what was expected
   */
  abstract @Nullable Object read(Object stored, String where, String name);

  /** What is read where nothing stands. */
  abstract Object nothing();

  final UnreadableRecordException wrong(@Nullable Object found, String where, String name) {
    return wrong(found, where, name, null);
  }

  final UnreadableRecordException wrong(
      @Nullable Object found, String where, String name, @Nullable Throwable cause) {
    String is = found == null ? "missing" : "'" + found + "'";
    return new UnreadableRecordException(
        "%s: %s is %s, expected %s".formatted(where, name, is, expected()), cause);
  }
}
