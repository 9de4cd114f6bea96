package io.quorate.codec;

import java.util.Map;

/**
 * The {@code notice} record. Its count is added to and never read: whoever looks compares the whole
 * record with what it saw before, so that a later schema says "read again", too.
 */
public final class NoticeCodec {
  /** Counts the changes. */
  public static final String COUNT = "count";

  private NoticeCodec() {}

  /** What stands in the record beside the count. */
  public static Map<String, Object> unchanging() {
    return Schema.builder().build();
  }
}
