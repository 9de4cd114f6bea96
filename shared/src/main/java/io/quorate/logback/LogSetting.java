package io.quorate.logback;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** A setting of the log, in the environment of the function and of the agents. */
public enum LogSetting {
  /** One line of text for people, or one JSON object a line for programs. */
  FORMAT("QUORATE_LOG_FORMAT", Pattern.compile("text|json"), "text or json"),

  /** Of Quorate's own classes. */
  LEVEL(
      "QUORATE_LOG_LEVEL",
      Pattern.compile("error|warn|info|debug|trace"),
      "error, warn, info, debug or trace");

  private final String variable;
  private final Pattern form;
  private final String expected;

  LogSetting(String variable, Pattern form, String expected) {
    this.variable = variable;
    this.form = form;
    this.expected = expected;
  }

  /** The environment variable. */
  public String variable() {
    return variable;
  }

  /** What a value looks like. */
  public Pattern form() {
    return form;
  }

  /** The values, for an error. */
  public String expected() {
    return expected;
  }

  /** Empty where there is none that can be used: who starts the process refuses it then. */
  Optional<String> in(Map<String, String> environment) {
    return Optional.ofNullable(environment.get(variable)).filter(form.asMatchPredicate());
  }
}
