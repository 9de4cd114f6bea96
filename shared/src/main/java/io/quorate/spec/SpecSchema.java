package io.quorate.spec;

import io.quorate.spec.SpecField.Presence;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The JSON Schema of a cluster's file, from the fields' own table: editors complete and check by
 * it. It is never stricter than {@link SpecReader}, which alone decides: bounds and rules between
 * fields stand in the descriptions.
 */
public final class SpecSchema {
  private static final String CHOICE = "one of ";
  private static final String DRAFT = "https://json-schema.org/draft/2020-12/schema";

  private SpecSchema() {}

  /** The schema as a tree. */
  public static Map<String, Object> tree() {
    Section root = new Section();
    SpecFields.ALL.forEach(field -> root.add(List.of(field.path().split("\\.")), field));
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("$schema", DRAFT);
    schema.put("title", "A cluster of Quorate");
    schema.put("description", "Every field: docs/configuration.md.");
    schema.putAll(root.tree());
    return schema;
  }

  /** What stands below one section. */
  private static final class Section {
    private final Map<String, Section> sections = new LinkedHashMap<>();
    private final Map<String, SpecField<?>> fields = new LinkedHashMap<>();

    void add(List<String> path, SpecField<?> field) {
      if (path.size() == 1) {
        fields.put(path.getFirst(), field);
      } else {
        sections
            .computeIfAbsent(path.getFirst(), name -> new Section())
            .add(path.subList(1, path.size()), field);
      }
    }

    Map<String, Object> tree() {
      Map<String, Object> properties = new LinkedHashMap<>();
      List<String> required = new ArrayList<>();
      fields.forEach(
          (name, field) -> {
            properties.put(name, leaf(field));
            if (field.presence() instanceof Presence.Required) {
              required.add(name);
            }
          });
      sections.forEach(
          (name, section) -> {
            Map<String, Object> below = section.tree();
            properties.put(name, below);
            if (below.containsKey("required")) {
              required.add(name);
            }
          });
      Map<String, Object> tree = new LinkedHashMap<>();
      tree.put("type", "object");
      tree.put("additionalProperties", false);
      if (!required.isEmpty()) {
        tree.put("required", required);
      }
      tree.put("properties", properties);
      return tree;
    }
  }

  private static Map<String, Object> leaf(SpecField<?> field) {
    Map<String, Object> leaf = new LinkedHashMap<>();
    leaf.put(
        "description",
        field.meaning()
            + " Allowed: "
            + field.kind().allowed()
            + ". A later change: "
            + field.effect().words()
            + ".");
    leaf.putAll(shape(field.kind()));
    if (field.presence() instanceof Presence.Default(Object raw)) {
      leaf.put("default", plain(raw));
    }
    return leaf;
  }

  private static Object plain(Object raw) {
    return switch (raw) {
      case Map<?, ?> map -> new TreeMap<String, Object>();
      case List<?> list -> List.of();
      case Long number -> number;
      default -> raw.toString();
    };
  }

  /** What JSON can say of a kind; a number may also be written as text, and text as a number. */
  private static Map<String, Object> shape(FieldKind<?> kind) {
    return switch (kind) {
      case FlagMapKind flags -> flags();
      case NameListKind names -> object("type", "array", "items", object("type", "string"));
      case RoleListKind roles -> AuthSchema.roles();
      case UserListKind users -> AuthSchema.users();
      case ScalarKind<?> scalar when scalar.type().startsWith(CHOICE) ->
          object("enum", List.of(scalar.type().substring(CHOICE.length()).split(", ")));
      case ScalarKind<?> scalar when scalar.type().equals("true or false") ->
          object("type", List.of("boolean", "string"));
      case ScalarKind<?> scalar when scalar.type().endsWith("number") ->
          object("type", List.of("integer", "string"));
      case ScalarKind<?> scalar -> object("type", List.of("string", "number"));
    };
  }

  /** Flags by their names, or with the leading dashes that people type. */
  private static Map<String, Object> flags() {
    List<String> known = EtcdFlags.ALLOWED.stream().sorted().toList();
    return object(
        "type",
        "object",
        "propertyNames",
        object("anyOf", List.of(object("enum", known), object("pattern", "^--"))),
        "additionalProperties",
        object("type", List.of("string", "number", "boolean")));
  }

  private static Map<String, Object> object(String name, Object value) {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put(name, value);
    return object;
  }

  private static Map<String, Object> object(
      String first, Object value, String second, Object other) {
    Map<String, Object> object = object(first, value);
    object.put(second, other);
    return object;
  }

  private static Map<String, Object> object(
      String first, Object value, String second, Object other, String third, Object last) {
    Map<String, Object> object = object(first, value, second, other);
    object.put(third, last);
    return object;
  }
}
