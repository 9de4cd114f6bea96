package io.quorate.model;

import java.util.regex.Pattern;

/** A cluster's name as people write it: the partition key of both tables. */
public record ClusterName(String value) implements Comparable<ClusterName> {
  private static final Pattern FORM = Pattern.compile("[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?");

  /** Refuses a name that could not stand in a table key, an S3 prefix and a host name alike. */
  public ClusterName {
    if (!isValid(value)) {
      throw new IllegalArgumentException(
          "cluster name '"
              + value
              + "': expected 1 to 40 lower-case letters, digits or '-', not at either end");
    }
  }

  /** Whether the text may name a cluster. */
  public static boolean isValid(String text) {
    return FORM.matcher(text).matches();
  }

  @Override
  public int compareTo(ClusterName other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
