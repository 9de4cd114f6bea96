package io.quorate.localcloud.route53;

import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * A record set.
 *
 * @param name in lower case, with a dot at its end
 * @param type as in {@code A}
 * @param ttl in seconds
 * @param values in the order given
 */
record RecordSet(String name, String type, long ttl, List<String> values) {
  /** The order of a listing: by the labels from the last one on, then by type. */
  static final Comparator<RecordSet> ORDER =
      Comparator.comparing((RecordSet set) -> reversed(set.name())).thenComparing(RecordSet::type);

  RecordSet {
    values = List.copyOf(values);
  }

  /** Labels from the last one on; a name stands before those below it. */
  static String reversed(String name) {
    List<String> labels = Arrays.asList(name.split("\\."));
    Collections.reverse(labels);
    return String.join("\u0001", labels) + "\u0001";
  }

  boolean of(String otherName, String otherType) {
    return name.equals(otherName) && type.equals(otherType);
  }

  /** Whether it holds the same; the order of values does not count. */
  boolean holds(RecordSet other) {
    return ttl == other.ttl
        && values.stream().sorted().toList().equals(other.values.stream().sorted().toList());
  }
}
