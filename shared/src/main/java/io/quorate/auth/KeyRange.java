package io.quorate.auth;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * The keys of a permission, as etcd stores them: one key, or all from a key on and before an end.
 *
 * @param key the key, or the first one; each character stands for one byte
 * @param end empty for one key; {@link #NO_END} for all from the key on; else the first key that is
 *     no longer in it
 */
public record KeyRange(String key, String end) implements Comparable<KeyRange> {
  /** The end of a range that has none: one byte, zero. */
  public static final String NO_END = "\0";

  private static final Comparator<KeyRange> ORDER =
      Comparator.comparing(KeyRange::key).thenComparing(KeyRange::end);
  private static final char LAST_BYTE = 0xff;

  /** One key. */
  public static KeyRange one(String key) {
    return new KeyRange(bytes(key), "");
  }

  /** All keys from one on, and before the end; or all that follow, where the end is none. */
  public static KeyRange between(String key, String end) {
    return new KeyRange(bytes(key), bytes(end));
  }

  /** All keys that begin so; all keys there are, where the prefix is empty. */
  public static KeyRange prefix(String prefix) {
    String first = bytes(prefix);
    return first.isEmpty() ? new KeyRange(NO_END, NO_END) : new KeyRange(first, after(first));
  }

  /** A range that etcd gives. */
  public static KeyRange of(byte[] key, byte[] end) {
    return new KeyRange(new String(key, ISO_8859_1), new String(end, ISO_8859_1));
  }

  private static String bytes(String text) {
    return new String(text.getBytes(UTF_8), ISO_8859_1);
  }

  /** The first key after all that begin with a prefix: its last byte that can grow has grown. */
  private static String after(String prefix) {
    for (int at = prefix.length() - 1; at >= 0; at--) {
      if (prefix.charAt(at) < LAST_BYTE) {
        return prefix.substring(0, at) + (char) (prefix.charAt(at) + 1);
      }
    }
    return NO_END;
  }

  /** Whether no key is in it. */
  public boolean isEmpty() {
    return !end.isEmpty() && !end.equals(NO_END) && end.compareTo(key) <= 0;
  }

  /** Whether a key, one character for each byte, is in it. */
  public boolean contains(String other) {
    return end.isEmpty()
        ? other.equals(key)
        : other.compareTo(key) >= 0 && (end.equals(NO_END) || other.compareTo(end) < 0);
  }

  /**
   * Other ranges that hold the same keys together.
   *
   * @param taken none of these; empty where a single key's only other range is one of them
   */
  List<KeyRange> standIns(Set<KeyRange> taken) {
    if (end.isEmpty()) {
      KeyRange alone = new KeyRange(key, key + NO_END);
      return taken.contains(alone) ? List.of() : List.of(alone);
    }
    String cut = key + NO_END;
    while (taken.contains(new KeyRange(key, cut)) || taken.contains(new KeyRange(cut, end))) {
      cut += NO_END;
    }
    return end.equals(NO_END) || cut.compareTo(end) < 0
        ? List.of(new KeyRange(key, cut), new KeyRange(cut, end))
        : List.of();
  }

  /** The key's bytes. */
  public byte[] keyBytes() {
    return key.getBytes(ISO_8859_1);
  }

  /** The end's bytes; none for one key. */
  public byte[] endBytes() {
    return end.getBytes(ISO_8859_1);
  }

  @Override
  public int compareTo(KeyRange other) {
    return ORDER.compare(this, other);
  }

  /** In words for people. */
  @Override
  public String toString() {
    if (end.isEmpty()) {
      return "key " + text(key);
    }
    if (end.equals(NO_END)) {
      return key.isEmpty() || key.equals(NO_END) ? "all keys" : "keys from " + text(key) + " on";
    }
    return !key.isEmpty() && end.equals(after(key))
        ? "prefix " + text(key)
        : "keys from " + text(key) + " to before " + text(end);
  }

  private static String text(String bytes) {
    return new String(bytes.getBytes(ISO_8859_1), UTF_8).replaceAll("[\\p{Cntrl}\ufffd]", "?");
  }
}
