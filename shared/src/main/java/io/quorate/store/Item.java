package io.quorate.store;

import java.util.List;
import java.util.Map;

/**
 * A stored record.
 *
 * @param key where it stands
 * @param attributes all but the key: strings, longs, booleans, lists and maps
 */
public record Item(Key key, Map<String, Object> attributes) {
  /** Refuses an attribute that has the name of the table's key: it would not be read back. */
  public Item {
    for (String name : List.of(Table.PARTITION_KEY, key.table().sortKey())) {
      if (attributes.containsKey(name)) {
        throw new IllegalArgumentException(
            "record " + key + " has an attribute '" + name + "': that is the name of the key");
      }
    }
  }
}
