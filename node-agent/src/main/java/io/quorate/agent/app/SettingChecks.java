package io.quorate.agent.app;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Checks single settings and keeps an error for each that cannot be used. */
final class SettingChecks {
  private final List<ConfigError> errors = new ArrayList<>();

  List<ConfigError> errors() {
    return List.copyOf(errors);
  }

  /** A text of the given form; empty counts as not set. */
  Optional<String> text(String variable, Optional<String> set, Pattern form, String expected) {
    return value(variable, set, form.asMatchPredicate(), Function.identity(), expected);
  }

  Optional<Integer> port(String variable, Optional<String> set) {
    return value(
        variable,
        set,
        text -> text.matches("[1-9][0-9]{0,4}") && Integer.parseInt(text) <= 65_535,
        Integer::parseInt,
        "a port from 1 to 65535");
  }

  Optional<Boolean> flag(String variable, Optional<String> set) {
    return value(
        variable,
        set,
        text -> text.equals("true") || text.equals("false"),
        Boolean::valueOf,
        "true or false");
  }

  <T> Optional<T> value(
      String variable,
      Optional<String> set,
      Predicate<String> valid,
      Function<String, T> read,
      String expected) {
    Optional<String> text = given(set);
    if (text.isPresent() && !valid.test(text.get())) {
      errors.add(
          new ConfigError(variable, "'" + text.get() + "'", expected, "correct it or remove it"));
      return Optional.empty();
    }
    return text.map(read);
  }

  /** Notes a setting that there must be and is not. */
  void required(String variable, Optional<String> set, String expected, String wayOut) {
    if (given(set).isEmpty()) {
      errors.add(new ConfigError(variable, "is not set", expected, wayOut));
    }
  }

  /** Notes that two settings, one perhaps left at its default, name one port. */
  void clash(String variable, Optional<String> set, int port, String other) {
    String found = given(set).map(text -> "'" + text + "'").orElse("is not set, so " + port);
    String expected = "a port other than %s's %d".formatted(other, port);
    errors.add(new ConfigError(variable, found, expected, "change one"));
  }

  private static Optional<String> given(Optional<String> set) {
    return set.filter(text -> !text.isEmpty());
  }
}
