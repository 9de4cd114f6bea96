package io.quorate.spec;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads a list of maps that each have a name, unlike all others; every error has its path. */
final class NamedItems {
  /** What certificates may name, too. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._@-]{0,63}");

  static final String NAMES =
      "1 to 64 letters, digits, '.', '_', '@' or '-', beginning with a letter or digit";

  private final Consumer<SpecError> errors;
  private boolean sound = true;

  NamedItems(Consumer<SpecError> errors) {
    this.errors = errors;
  }

  /** Whether nothing was reported. */
  boolean sound() {
    return sound;
  }

  void fail(String path, @Nullable Object given, String problem) {
    sound = false;
    errors.accept(SpecError.of(path, given, problem));
  }

  /** A list of at most so many. */
  List<?> list(String path, @Nullable Object raw, int most, String expected) {
    if (raw instanceof List<?> items && items.size() <= most) {
      return items;
    }
    fail(path, raw, "expected " + expected);
    return List.of();
  }

  /** A map without other fields than these. */
  Optional<Map<?, ?>> fields(String path, @Nullable Object raw, Set<String> known) {
    if (!(raw instanceof Map<?, ?> map)) {
      fail(path, raw, "expected a map with the fields " + String.join(", ", known));
      return Optional.empty();
    }
    map.forEach(
        (key, value) -> {
          if (!known.contains(String.valueOf(key))) {
            fail(
                path + "." + key,
                value,
                "unknown field; expected one of " + String.join(", ", known));
          }
        });
    return Optional.of(map);
  }

  /** The name of a new item; {@code root} and names that were there are refused. */
  Optional<String> name(String path, Map<?, ?> fields, List<String> before) {
    Object raw = fields.get("name");
    Optional<String> name = ScalarKind.text(raw).filter(NAME.asMatchPredicate());
    if (name.isEmpty()) {
      fail(path + ".name", raw, "expected " + NAMES);
    } else if (name.get().equals("root")) {
      fail(path + ".name", raw, "root is etcd's own and the agents'; choose another name");
      return Optional.empty();
    } else if (before.contains(name.get())) {
      fail(path + ".name", raw, "given twice; keep one of them");
      return Optional.empty();
    }
    return name;
  }

  /** A list of names, each once. */
  List<String> names(String path, @Nullable Object raw, int most) {
    List<String> names = new ArrayList<>();
    List<?> items = raw == null ? List.of() : list(path, raw, most, "a list of names of roles");
    for (int at = 0; at < items.size(); at++) {
      Object item = items.get(at);
      Optional<String> name = ScalarKind.text(item).filter(NAME.asMatchPredicate());
      if (name.isEmpty()) {
        fail(path + "[" + at + "]", item, "expected " + NAMES);
      } else if (names.contains(name.get())) {
        fail(path + "[" + at + "]", item, "given twice; keep one of them");
      } else {
        names.add(name.get());
      }
    }
    return names;
  }
}
