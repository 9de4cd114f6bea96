package io.quorate.store;

import java.util.List;
import java.util.Optional;

/** How a conditional write ended; that the store could not be asked is an exception. */
public sealed interface WriteResult {
  /**
   * It happened.
   *
   * @param updated the whole record afterwards, for an update by itself
   */
  record Written(Optional<Item> updated) implements WriteResult {}

  /**
   * A condition did not hold; nothing was written.
   *
   * @param existing the record that stood against it, for a write by itself, where there is one
   * @param keys the records whose conditions failed
   */
  record Refused(Optional<Item> existing, List<Key> keys) implements WriteResult {}

  /** Whether it happened. */
  default boolean written() {
    return switch (this) {
      case Written done -> true;
      case Refused refused -> false;
    };
  }
}
