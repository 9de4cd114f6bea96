package io.quorate.localcloud.terraform;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A created resource's attributes, or those of a block in it. What is missing or of another type is
 * an error that names it: nothing falls back to a default that Terraform did not create.
 */
final class Attributes {
  private final String path;
  private final Map<?, ?> fields;

  Attributes(String path, Map<?, ?> fields) {
    this.path = path;
    this.fields = fields;
  }

  String text(String name) {
    return value(name, String.class, "a text");
  }

  /** Whether Terraform created nothing of this name. */
  boolean blank(String name) {
    @Nullable Object value = fields.get(name);
    return value == null || value.equals("");
  }

  int whole(String name) {
    return value(name, Number.class, "a number").intValue();
  }

  boolean flag(String name) {
    return value(name, Boolean.class, "true or false");
  }

  List<String> texts(String name) {
    return list(name).stream().map(String::valueOf).toList();
  }

  Map<String, String> map(String name) {
    Map<?, ?> found = value(name, Map.class, "a map");
    Map<String, String> all = new LinkedHashMap<>();
    found.forEach((key, value) -> all.put(String.valueOf(key), String.valueOf(value)));
    return all;
  }

  /** The blocks of a name, in order. */
  List<Attributes> blocks(String name) {
    return list(name).stream().map(one -> block(name, one)).toList();
  }

  private List<?> list(String name) {
    return value(name, List.class, "a list");
  }

  /** The only block of a name. */
  Attributes block(String name) {
    List<Attributes> blocks = blocks(name);
    if (blocks.size() != 1) {
      throw wrong(name, "one block");
    }
    return blocks.getFirst();
  }

  private Attributes block(String name, @Nullable Object value) {
    if (value instanceof Map<?, ?> block) {
      return new Attributes(path + "." + name, block);
    }
    throw wrong(name, "blocks");
  }

  /** Says that two attributes, of this resource or another, do not belong together. */
  IllegalStateException mismatch(String name, String expected) {
    return wrong(name, expected);
  }

  private <T> T value(String name, Class<T> type, String expected) {
    @Nullable Object value = fields.get(name);
    if (!type.isInstance(value)) {
      throw wrong(name, expected);
    }
    return type.cast(value);
  }

  private IllegalStateException wrong(String name, String expected) {
    return new IllegalStateException(
        "%s: Terraform created %s = %s, expected %s"
            .formatted(path, name, fields.get(name), expected));
  }
}
