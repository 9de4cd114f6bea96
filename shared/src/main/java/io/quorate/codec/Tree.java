package io.quorate.codec;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * A record on its way to or from a store: attributes that are strings, longs, booleans, lists of
 * these or maps of these, read with errors that name where the wrong value stands.
 *
 * @param values attributes by name, in the order they were set
 * @param where what the tree is, for error messages, such as {@code demo/spec}
 */
public record Tree(Map<String, Object> values, String where) {
  /** A tree over these attributes. */
  public static Tree of(Map<String, ?> values, String where) {
    return new Tree(Collections.unmodifiableMap(values), where);
  }

  /** Starts a new tree. */
  public static Builder builder() {
    return new Builder();
  }

  /** A string that must be there. */
  public String string(String name) {
    return required(name, String.class, "a string");
  }

  /** A string that may be missing. */
  public Optional<String> optionalString(String name) {
    return optional(name, String.class, "a string");
  }

  /** A whole number that must be there. */
  public long number(String name) {
    return required(name, Long.class, "a whole number");
  }

  /** A whole number that may be missing. */
  public Optional<Long> optionalNumber(String name) {
    return optional(name, Long.class, "a whole number");
  }

  /** A flag that must be there. */
  public boolean flag(String name) {
    return required(name, Boolean.class, "true or false");
  }

  /** An ISO-8601 instant that must be there. */
  public Instant instant(String name) {
    return parse(name, string(name), Instant::parse, "an ISO-8601 instant");
  }

  /** An ISO-8601 instant that may be missing. */
  public Optional<Instant> optionalInstant(String name) {
    return optionalString(name).map(t -> parse(name, t, Instant::parse, "an ISO-8601 instant"));
  }

  /** One of an enum's constants, by its name. */
  public <E extends Enum<E>> E constant(String name, Class<E> type) {
    String allowed = "one of " + List.of(type.getEnumConstants());
    return parse(name, string(name), text -> Enum.valueOf(type, text), allowed);
  }

  /** A value with a form of its own that must be there. */
  public <T> T value(String name, Function<String, T> reader) {
    return parse(name, string(name), reader, "a valid value");
  }

  /** A value with a form of its own that may be missing. */
  public <T> Optional<T> optionalValue(String name, Function<String, T> reader) {
    return optionalString(name).map(text -> parse(name, text, reader, "a valid value"));
  }

  /** A nested tree that must be there. */
  public Tree tree(String name) {
    return optionalTree(name).orElseThrow(() -> wrong(name, "a map", null));
  }

  /** A nested tree that may be missing. */
  @SuppressWarnings("unchecked")
  public Optional<Tree> optionalTree(String name) {
    return optional(name, Map.class, "a map")
        .map(map -> Tree.of((Map<String, Object>) map, where + "." + name));
  }

  /** A list of nested trees; empty where the attribute is missing. */
  @SuppressWarnings("unchecked")
  public List<Tree> trees(String name) {
    return list(name).stream()
        .map(
            element -> {
              if (element instanceof Map<?, ?> map) {
                return Tree.of((Map<String, Object>) map, where + "." + name);
              }
              throw wrong(name, "a list of maps", element);
            })
        .toList();
  }

  /** A list of strings; empty where the attribute is missing. */
  public List<String> strings(String name) {
    return list(name).stream()
        .map(
            element -> {
              if (element instanceof String text) {
                return text;
              }
              throw wrong(name, "a list of strings", element);
            })
        .toList();
  }

  private List<?> list(String name) {
    Optional<?> found = optional(name, List.class, "a list");
    return found.isPresent() ? (List<?>) found.get() : List.of();
  }

  private <T> T required(String name, Class<T> type, String expected) {
    return optional(name, type, expected).orElseThrow(() -> wrong(name, expected, null));
  }

  private <T> Optional<T> optional(String name, Class<T> type, String expected) {
    Object value = values.get(name);
    if (value == null) {
      return Optional.empty();
    }
    if (value instanceof Integer number && type == Long.class) {
      return Optional.of(type.cast(number.longValue()));
    }
    if (!type.isInstance(value)) {
      throw wrong(name, expected, value);
    }
    return Optional.of(type.cast(value));
  }

  private <T> T parse(String name, String text, Function<String, T> reader, String expected) {
    try {
      return reader.apply(text);
    } catch (IllegalArgumentException | DateTimeParseException e) {
      throw new UnreadableRecordException(
          where + ": " + name + " is '" + text + "', expected " + expected, e);
    }
  }

  private UnreadableRecordException wrong(
      String name, String expected, @org.jspecify.annotations.Nullable Object found) {
    String is = found == null ? "missing" : "'" + found + "'";
    return new UnreadableRecordException(
        where + ": " + name + " is " + is + ", expected " + expected, null);
  }

  /** Collects attributes in order; empty optionals leave theirs out. */
  public static final class Builder {
    private final Map<String, Object> values = new LinkedHashMap<>();

    /** Sets a string. */
    public Builder with(String name, String value) {
      values.put(name, value);
      return this;
    }

    /** Sets a number. */
    public Builder with(String name, long value) {
      values.put(name, value);
      return this;
    }

    /** Sets a flag. */
    public Builder with(String name, boolean value) {
      values.put(name, value);
      return this;
    }

    /** Sets an instant, in ISO-8601. */
    public Builder with(String name, Instant value) {
      return with(name, value.toString());
    }

    /** Sets a value that prints itself. */
    public Builder with(String name, Record value) {
      return with(name, value.toString());
    }

    /** Sets an enum's constant by its name. */
    public Builder with(String name, Enum<?> value) {
      return with(name, value.name());
    }

    /** Sets a nested tree. */
    public Builder with(String name, Map<String, Object> value) {
      values.put(name, value);
      return this;
    }

    /** Sets a list of strings or of trees. */
    public Builder with(String name, List<?> value) {
      values.put(name, List.copyOf(value));
      return this;
    }

    /** Sets what is there: a string, a number, a tree, or a value by its text. */
    public Builder withOptional(String name, Optional<?> value) {
      value.ifPresent(
          there ->
              values.put(
                  name,
                  there instanceof Number || there instanceof Map || there instanceof Boolean
                      ? there
                      : there.toString()));
      return this;
    }

    /** Sets these attributes. */
    Builder withAll(Map<String, Object> attributes) {
      values.putAll(attributes);
      return this;
    }

    /** The attributes, in the order they were set. */
    public Map<String, Object> build() {
      return java.util.Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }
  }
}
