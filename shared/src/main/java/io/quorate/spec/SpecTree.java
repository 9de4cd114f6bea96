package io.quorate.spec;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A spec as a tree of text, longs, lists of text and maps: what the store keeps and a person reads.
 */
public final class SpecTree {
  private SpecTree() {}

  /**
   * Writes every field, defaults included, so that a later release with other defaults changes no
   * living cluster; {@link SpecReader#fromTree} reads back an equal spec.
   */
  public static Map<String, Object> of(ClusterSpec spec) {
    Map<String, Object> tree = new LinkedHashMap<>();
    for (SpecField<?> field : SpecFields.ALL) {
      field.written(spec).ifPresent(value -> put(tree, field.path(), value));
    }
    return tree;
  }

  private static void put(Map<String, Object> tree, String path, Object value) {
    int dot = path.indexOf('.');
    if (dot < 0) {
      tree.put(path, value);
      return;
    }
    Object section = tree.computeIfAbsent(path.substring(0, dot), name -> new LinkedHashMap<>());
    @SuppressWarnings("unchecked") // only this method makes sections, and no field has one's name
    Map<String, Object> entries = (Map<String, Object>) section;
    put(entries, path.substring(dot + 1), value);
  }
}
