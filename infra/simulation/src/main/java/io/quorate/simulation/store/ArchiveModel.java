package io.quorate.simulation.store;

import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** The lineage mirror's bucket: objects by key; nothing deletes any. */
public final class ArchiveModel {
  private final TreeMap<String, String> objects = new TreeMap<>();
  private long version;

  /** Creates an object; false when one stands there already, which stays as it is. */
  boolean create(String key, String content) {
    if (objects.putIfAbsent(key, content) != null) {
      return false;
    }
    version++;
    return true;
  }

  /** Puts an object whatever stands there, as S3 does where a put names no condition. */
  boolean overwrite(String key, String content) {
    objects.put(key, content);
    version++;
    return true;
  }

  Optional<String> find(String key) {
    return Optional.ofNullable(objects.get(key));
  }

  /** All objects whose keys begin so. */
  public SortedMap<String, String> under(String prefix) {
    return Collections.unmodifiableSortedMap(objects.subMap(prefix, prefix + Character.MAX_VALUE));
  }

  /** Grows with each change. */
  public long version() {
    return version;
  }
}
