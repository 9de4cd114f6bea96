package io.quorate.agent.app;

/**
 * One setting that cannot be used.
 *
 * @param variable the environment variable
 * @param found what was found, quoted, or that it is not set
 * @param expected what may stand there
 * @param wayOut what to do
 */
public record ConfigError(String variable, String found, String expected, String wayOut) {
  @Override
  public String toString() {
    return "%s: %s; expected %s; %s".formatted(variable, found, expected, wayOut);
  }
}
