package io.quorate.agent.app;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Reads single settings and keeps an error for each that cannot be used. */
final class EnvironmentReader {
  private final Map<String, String> environment;
  private final List<ConfigError> errors = new ArrayList<>();

  EnvironmentReader(Map<String, String> environment) {
    this.environment = environment;
  }

  List<ConfigError> errors() {
    return List.copyOf(errors);
  }

  /** A text of the given form; empty counts as not set. */
  Optional<String> text(String variable, Pattern form, String expected) {
    return value(variable, form.asMatchPredicate(), Function.identity(), expected);
  }

  Optional<Integer> port(String variable) {
    return value(
        variable,
        text -> text.matches("[1-9][0-9]{0,4}") && Integer.parseInt(text) <= 65_535,
        Integer::parseInt,
        "a port from 1 to 65535");
  }

  Optional<Boolean> flag(String variable) {
    return value(
        variable,
        text -> text.equals("true") || text.equals("false"),
        Boolean::valueOf,
        "true or false");
  }

  <T> Optional<T> value(
      String variable, Predicate<String> valid, Function<String, T> read, String expected) {
    Optional<String> set = set(variable);
    if (set.isPresent() && !valid.test(set.get())) {
      refuse(variable, expected, "correct it or remove it");
      return Optional.empty();
    }
    return set.map(read);
  }

  void refuse(String variable, String expected, String wayOut) {
    String found = set(variable).map(text -> "'" + text + "'").orElse("is not set");
    errors.add(new ConfigError(variable, found, expected, wayOut));
  }

  /** Notes that two settings, one perhaps left at its default, name one port. */
  void clash(String variable, int port, String other) {
    String found = set(variable).map(text -> "'" + text + "'").orElse("is not set, so " + port);
    String expected = "a port other than %s's %d".formatted(other, port);
    errors.add(new ConfigError(variable, found, expected, "change one"));
  }

  Optional<String> set(String variable) {
    return Optional.ofNullable(environment.get(variable)).filter(text -> !text.isEmpty());
  }
}
