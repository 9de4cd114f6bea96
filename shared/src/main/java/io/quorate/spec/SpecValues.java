package io.quorate.spec;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The field values that were read and are sound on their own, by field. */
final class SpecValues {
  private final Map<String, Object> byPath = new HashMap<>();
  private final Set<String> defaulted = new HashSet<>();
  private final Set<String> unsound = new HashSet<>();

  <T> void put(SpecField<T> field, T value) {
    byPath.put(field.path(), value);
  }

  /** Only {@link #put} fills the map, so that a field's path always holds a value of its type. */
  @SuppressWarnings("unchecked")
  <T> Optional<T> find(SpecField<T> field) {
    return Optional.ofNullable((T) byPath.get(field.path()));
  }

  <T> T get(SpecField<T> field) {
    return find(field)
        .orElseThrow(
            () -> new IllegalStateException(field.path() + " is read before it was found sound"));
  }

  /** Notes that a field was left out, so that an error does not blame a line that is not there. */
  void markDefault(SpecField<?> field) {
    defaulted.add(field.path());
  }

  /**
   * Notes that what was given for a field was refused, so that it is not called missing besides.
   */
  void markUnsound(SpecField<?> field) {
    unsound.add(field.path());
  }

  boolean isUnsound(SpecField<?> field) {
    return unsound.contains(field.path());
  }

  boolean isDefault(SpecField<?> field) {
    return defaulted.contains(field.path());
  }

  boolean hasAll(SpecField<?>... fields) {
    for (SpecField<?> field : fields) {
      if (!byPath.containsKey(field.path())) {
        return false;
      }
    }
    return true;
  }
}
