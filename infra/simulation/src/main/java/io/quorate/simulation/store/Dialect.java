package io.quorate.simulation.store;

import io.quorate.codec.Schema;
import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.Table;
import io.quorate.store.Write;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** How another release than this one writes records. */
public enum Dialect {
  /** As this release does. */
  OWN,
  /** Without what may be missing. */
  OLDER,
  /** With attributes that this release does not know. */
  NEWER,
  /** In a form that this release must refuse to read. */
  NEXT_SCHEMA;

  /** A record as this release would write it, if it can read it so. */
  public static final UnaryOperator<Item> OWN_SCHEMA =
      item -> {
        Map<String, Object> attributes = new LinkedHashMap<>(item.attributes());
        attributes.put(Schema.ATTRIBUTE, Schema.VERSION);
        return new Item(item.key(), attributes);
      };

  private static final List<Dialect> READABLE = List.of(OWN, OLDER, NEWER);
  private static final List<String> OPTIONAL = List.of("watermark", "lastExit", "currentStep");
  private static final List<String> OPTIONAL_IN_CLUSTERS =
      List.of("lastDecision", "provenMembership");

  /** The newest version of this record that this release reads: each kind of record has its own. */
  public static long newest(Key key) {
    if (key.table() != Table.CLUSTERS) {
      return Schema.VERSION;
    }
    return switch (key.sort()) {
      case "status" -> Schema.STATUS_WITH_HOLDERS;
      case "lineage" -> Schema.LINEAGE_WITH_SOURCE;
      default -> Schema.VERSION;
    };
  }

  /** Whether this release reads a record by its schema; rows of nodes are each judged alone. */
  public static boolean readable(Item item) {
    return item.key().table() != Table.CLUSTERS
        || !(item.attributes().get(Schema.ATTRIBUTE) instanceof Number version)
        || version.longValue() <= newest(item.key());
  }

  /** One of those that are readable, by a name; the same one each time. */
  public static Dialect of(String name) {
    return READABLE.get(Math.floorMod(name.hashCode() * 31, READABLE.size()));
  }

  /** The write as it would make it; updates and checks are the same in all of them. */
  public Write say(Write write) {
    return this != OWN && write instanceof Write.Put put
        ? new Write.Put(say(put.item()), put.expect())
        : write;
  }

  /** The record as it would write it. */
  public Item say(Item item) {
    Map<String, Object> attributes = new LinkedHashMap<>(item.attributes());
    switch (this) {
      case OWN -> {}
      case OLDER -> {
        if (item.key().table() == Table.NODES) {
          OPTIONAL.forEach(attributes::remove);
        } else {
          OPTIONAL_IN_CLUSTERS.forEach(attributes::remove);
        }
      }
      case NEWER -> {
        attributes.put("laterText", "of a later release");
        attributes.put("laterMap", new TreeMap<>(Map.of("number", 7L, "texts", List.of("a", "b"))));
      }
      case NEXT_SCHEMA -> attributes.put(Schema.ATTRIBUTE, newest(item.key()) + 1);
    }
    return new Item(item.key(), attributes);
  }
}
