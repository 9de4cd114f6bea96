package io.quorate.cli.connect;

import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Where a setting comes from that no option gives, as long as the environment does not change.
 *
 * <ol>
 *   <li>The context named by {@code --context} or {@code QUORATE_CONTEXT}.
 *   <li>The environment.
 *   <li>Only where the environment names no place at all: the file's {@code current} context.
 * </ol>
 *
 * <p>Otherwise what a shell was set up for by exports, such as the quick start's, would be mixed
 * with another place.
 *
 * @param environment a variable's value; empty where it is not set
 * @param context the name of the context that counts
 * @param settings that context's
 */
public record Place(
    UnaryOperator<String> environment, Optional<String> context, Map<String, String> settings) {
  /** The environment alone. */
  public static final Place PROCESS = new Place(Place::variable, Optional.empty(), Map.of());

  private static String variable(String name) {
    return System.getenv().getOrDefault(name, "");
  }

  /** The place of a command line, by the file of contexts where one is needed. */
  static Place of(Optional<String> named, UnaryOperator<String> environment) {
    Optional<String> chosen = named.or(() -> set(environment, "QUORATE_CONTEXT"));
    if (chosen.isEmpty() && namesAPlace(environment)) {
      return new Place(environment, Optional.empty(), Map.of());
    }
    Optional<ContextFile> file = ContextFile.read(environment);
    if (file.isEmpty() && chosen.isPresent()) {
      throw new CommandFailure(
          CommandExitCode.USAGE,
          "context '"
              + chosen.get()
              + "': expected the file "
              + ContextFile.path(environment)
              + "; see docs/operations.md, Contexts");
    }
    Optional<String> context = chosen.or(() -> file.flatMap(ContextFile::current));
    return new Place(
        environment,
        context,
        context.flatMap(name -> file.map(there -> there.context(name))).orElse(Map.of()));
  }

  private static boolean namesAPlace(UnaryOperator<String> environment) {
    return Stream.of(
            "QUORATE_CLUSTERS_TABLE",
            "QUORATE_NODES_TABLE",
            "QUORATE_BUCKET",
            "QUORATE_EVENTS_QUEUE",
            "AWS_ENDPOINT_URL")
        .anyMatch(name -> set(environment, name).isPresent());
  }

  /** The context's setting, else the variable's value. */
  Optional<String> setting(String name, String variable) {
    return Optional.ofNullable(settings.get(name)).or(() -> set(environment, variable));
  }

  /** The context's setting alone: the SDK reads the environment by itself. */
  Optional<String> setting(String name) {
    return Optional.ofNullable(settings.get(name));
  }

  private static Optional<String> set(UnaryOperator<String> environment, String name) {
    return Optional.of(environment.apply(name)).filter(value -> !value.isBlank());
  }
}
