package io.quorate.store;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Records that the table drops by itself. Nobody has the right to delete one: what is no longer
 * needed is marked, counts as gone from then on, and DynamoDB's expiry takes it some time later.
 */
public final class Expiry {
  /** The attribute that DynamoDB's expiry looks at, in seconds since the epoch. */
  public static final String ATTRIBUTE = "expiresAt";

  private Expiry() {}

  /** The same attributes, to be dropped from a time on. */
  public static Map<String, Object> at(Map<String, Object> attributes, Instant from) {
    Map<String, Object> marked = new LinkedHashMap<>(attributes);
    marked.put(ATTRIBUTE, from.getEpochSecond());
    return marked;
  }

  /** Whether a record that never expires by itself was marked as gone. */
  public static boolean marked(Item item) {
    return item.attributes().containsKey(ATTRIBUTE);
  }

  /** That there is no such record, or one that was marked as gone. */
  public static Expect goneOrNone() {
    return Expect.any(Expect.noRecord(), Expect.above(ATTRIBUTE, 0));
  }
}
