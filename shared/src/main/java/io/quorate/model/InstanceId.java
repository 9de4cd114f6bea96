package io.quorate.model;

import java.util.Optional;
import java.util.regex.Pattern;

/** An EC2 instance id, such as {@code i-0abc123def4567890}; also the etcd member's name. */
public record InstanceId(String value) implements Comparable<InstanceId> {
  private static final Pattern FORM = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");

  /** Refuses anything that could not stand in a key, a file name or an etcd member name. */
  public InstanceId {
    if (!FORM.matcher(value).matches()) {
      throw new IllegalArgumentException(
          "instance id '" + value + "': expected 1 to 63 letters, digits, '.', '_' or '-'");
    }
  }

  /** The instance of this name; empty when no instance can have it. */
  public static Optional<InstanceId> named(String name) {
    return FORM.matcher(name).matches() ? Optional.of(new InstanceId(name)) : Optional.empty();
  }

  @Override
  public int compareTo(InstanceId other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
