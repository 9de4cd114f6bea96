package io.quorate.codec;

import static java.util.Objects.requireNonNull;

import io.quorate.wire.Wire;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A value that is one text, number or flag. */
final class ValueForm extends Form {
  /** The form of the attribute, by the type of the value. */
  private enum Kind {
    TEXT("a string"),
    WORDS("a string"),
    NUMBER("a whole number"),
    SMALL_NUMBER("a whole number of 32 bits"),
    MILLIS("a whole number"),
    EPOCH_MILLIS("a whole number"),
    FLAG("true or false"),
    INSTANT("an ISO-8601 instant"),
    CONSTANT("a constant"),
    PARSED("a valid value"),
    WRAPPED("a valid value");

    private final String expected;

    Kind(String expected) {
      this.expected = expected;
    }
  }

  private final Kind kind;
  private final Class<?> type;
  private final @Nullable Method parser;
  private final @Nullable RecordClass wrapper;
  private final @Nullable ValueForm wrapped;

  /** By their names; a class hands out a copy of all at each call. */
  private final Map<String, Object> constants;

  private ValueForm(Kind kind, Class<?> type) {
    this(kind, type, null, null, null);
  }

  private ValueForm(
      Kind kind,
      Class<?> type,
      @Nullable Method parser,
      @Nullable RecordClass wrapper,
      @Nullable ValueForm wrapped) {
    this.kind = kind;
    this.type = type;
    this.parser = parser;
    this.wrapper = wrapper;
    this.wrapped = wrapped;
    this.constants = kind == Kind.CONSTANT ? constants(type) : Map.of();
  }

  private static Map<String, Object> constants(Class<?> type) {
    Map<String, Object> byName = new HashMap<>();
    for (Object constant : type.getEnumConstants()) {
      byName.put(((Enum<?>) constant).name(), constant);
    }
    return byName;
  }

  /**
   * The words of a set of texts, or of values that stand as one, in order, with a space between
   * two. A word that this release cannot read is passed over.
   */
  static ValueForm words(ValueForm word) {
    return new ValueForm(Kind.WORDS, Set.class, null, null, word);
  }

  /** An instant as a number. */
  static ValueForm epochMillis() {
    return new ValueForm(Kind.EPOCH_MILLIS, Instant.class);
  }

  /** The form of a type that has one: a record of one component has that component's. */
  static @Nullable ValueForm of(Class<?> type) {
    Kind kind = kind(type);
    if (kind != null) {
      return new ValueForm(kind, type);
    }
    if (!type.isRecord()) {
      return null;
    }
    if (type.isAnnotationPresent(Wire.Text.class)) {
      return new ValueForm(
          Kind.PARSED, type, RecordClass.method(type, "parse", String.class), null, null);
    }
    RecordComponent[] components = type.getRecordComponents();
    ValueForm only = components.length == 1 ? of(components[0].getType()) : null;
    return only == null
        ? null
        : new ValueForm(Kind.WRAPPED, type, null, RecordClass.of(type), only);
  }

  private static @Nullable Kind kind(Class<?> type) {
    if (type == String.class) {
      return Kind.TEXT;
    }
    if (type == long.class || type == Long.class) {
      return Kind.NUMBER;
    }
    if (type == int.class) {
      return Kind.SMALL_NUMBER;
    }
    if (type == boolean.class) {
      return Kind.FLAG;
    }
    if (type == Instant.class) {
      return Kind.INSTANT;
    }
    if (type == Duration.class) {
      return Kind.MILLIS;
    }
    return type.isEnum() ? Kind.CONSTANT : null;
  }

  /** Whether the attribute is a number of milliseconds, and its name says so. */
  boolean millis() {
    return kind == Kind.MILLIS || kind == Kind.EPOCH_MILLIS;
  }

  @Override
  String expected() {
    if (kind == Kind.CONSTANT) {
      return "one of " + Arrays.asList(type.getEnumConstants());
    }
    return kind == Kind.WRAPPED ? inner().expected() : kind.expected;
  }

  @Override
  Object write(Object value) {
    return switch (kind) {
      case TEXT, NUMBER, FLAG -> value;
      case WORDS -> joined((Set<?>) value);
      case SMALL_NUMBER -> ((Integer) value).longValue();
      case MILLIS -> ((Duration) value).toMillis();
      case EPOCH_MILLIS -> ((Instant) value).toEpochMilli();
      case CONSTANT -> ((Enum<?>) value).name();
      case INSTANT, PARSED -> value.toString();
      case WRAPPED -> inner().write(outer().value(value, 0));
    };
  }

  @Override
  @Nullable Object read(Object stored, String where, String name) {
    try {
      return switch (kind) {
        case TEXT -> text(stored, where, name);
        case WORDS -> split(text(stored, where, name), where, name);
        case NUMBER -> number(stored, where, name);
        case SMALL_NUMBER -> Math.toIntExact(number(stored, where, name));
        case MILLIS -> Duration.ofMillis(number(stored, where, name));
        case EPOCH_MILLIS -> Instant.ofEpochMilli(number(stored, where, name));
        case FLAG -> {
          if (stored instanceof Boolean flag) {
            yield flag;
          }
          throw wrong(stored, where, name);
        }
        case INSTANT -> Instant.parse(text(stored, where, name));
        case CONSTANT -> constant(text(stored, where, name));
        case PARSED -> parsed(text(stored, where, name));
        case WRAPPED -> wrapped(stored, where, name);
      };
    } catch (IllegalArgumentException | ArithmeticException | DateTimeException e) {
      throw wrong(stored, where, name, e);
    }
  }

  @Override
  Object nothing() {
    return switch (kind) {
      case TEXT -> "";
      case WORDS -> Set.of();
      case NUMBER -> 0L;
      case SMALL_NUMBER -> 0;
      case MILLIS -> Duration.ZERO;
      case FLAG -> false;
      case WRAPPED -> outer().create(inner().nothing());
      case INSTANT, EPOCH_MILLIS, CONSTANT, PARSED ->
          throw new IllegalStateException(type + " has no value for nothing");
    };
  }

  /** What a wrapper refuses it says in words of its own; a text among others is named, too. */
  private Object wrapped(Object stored, String where, String name) {
    Object read = inner().read(stored, where, name);
    try {
      return outer().create(read);
    } catch (IllegalArgumentException e) {
      if (read instanceof String) {
        throw new UnreadableRecordException(
            "%s: %s is '%s', expected a valid value".formatted(where, name, read), e);
      }
      throw new UnreadableRecordException(where + ": " + e.getMessage(), e);
    }
  }

  private String text(Object stored, String where, String name) {
    if (stored instanceof String text) {
      return text;
    }
    throw new UnreadableRecordException(
        "%s: %s is '%s', expected a string".formatted(where, name, stored), null);
  }

  private long number(Object stored, String where, String name) {
    if (stored instanceof Long || stored instanceof Integer) {
      return ((Number) stored).longValue();
    }
    throw wrong(stored, where, name);
  }

  private Object constant(String text) {
    Object constant = constants.get(text);
    if (constant == null) {
      throw new IllegalArgumentException(text);
    }
    return constant;
  }

  /** Whether this release knows a constant of this name. */
  boolean hasConstant(String text) {
    return constants.containsKey(text);
  }

  private @Nullable Object parsed(String text) {
    Object parsed = RecordClass.call(requireNonNull(parser), null, text);
    return parsed instanceof Optional<?> optional ? optional.orElse(null) : parsed;
  }

  private String joined(Set<?> values) {
    Set<String> words = new TreeSet<>();
    for (Object value : values) {
      words.add((String) inner().write(value));
    }
    return String.join(" ", words);
  }

  private Set<Object> split(String text, String where, String name) {
    List<Object> words = new ArrayList<>();
    for (String word : text.split(" ", -1)) {
      Object read = inner().read(word, where, name);
      if (read != null) {
        words.add(read);
      }
    }
    return Set.of(words.toArray());
  }

  private RecordClass outer() {
    return requireNonNull(wrapper);
  }

  private ValueForm inner() {
    return requireNonNull(wrapped);
  }
}
