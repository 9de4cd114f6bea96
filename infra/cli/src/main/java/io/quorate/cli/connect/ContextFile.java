package io.quorate.cli.connect;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import picocli.CommandLine.TypeConversionException;

/**
 * The file of contexts, each a place where clusters are: region, profile, tables, bucket, queue and
 * endpoint.
 *
 * @param path where it was read
 * @param current the context taken where none is named
 * @param contexts their settings, by name, in the file's order
 */
public record ContextFile(
    Path path, Optional<String> current, Map<String, Map<String, String>> contexts) {
  private static final String ENDPOINT = "endpoint-url";

  /** What a context may set. */
  static final Set<String> SETTINGS =
      Set.of(
          "region", "profile", "clusters-table", "nodes-table", "bucket", "events-queue", ENDPOINT);

  /** Where the file is, whether it exists or not. */
  public static Path path(UnaryOperator<String> environment) {
    String own = environment.apply("QUORATE_CONFIG");
    if (!own.isEmpty()) {
      return Path.of(own);
    }
    String home = environment.apply("XDG_CONFIG_HOME");
    Path folder = home.isEmpty() ? Path.of(environment.apply("HOME"), ".config") : Path.of(home);
    return folder.resolve("quorate").resolve("config.yaml");
  }

  /** Reads it; empty where it does not exist. */
  public static Optional<ContextFile> read(UnaryOperator<String> environment) {
    Path path = path(environment);
    if (!Files.exists(path)) {
      return Optional.empty();
    }
    try {
      return Optional.of(new Reader(path).file(Files.readString(path, UTF_8)));
    } catch (IOException | YamlEngineException e) {
      throw refused(path, String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
    }
  }

  /** A context's settings; refused where there is none of that name. */
  Map<String, String> context(String name) {
    Map<String, String> found = contexts.get(name);
    if (found == null) {
      throw refused(
          path, "no context '" + name + "': there are " + String.join(", ", contexts.keySet()));
    }
    return found;
  }

  private static CommandFailure refused(Path path, String why) {
    return new CommandFailure(
        CommandExitCode.USAGE, path + ": " + why + "; see docs/operations.md, Contexts");
  }

  /** Reads one file, and names what is wrong in it. */
  private record Reader(Path path) {
    ContextFile file(String text) {
      Map<?, ?> root =
          map("the file", new Load(LoadSettings.builder().build()).loadFromString(text));
      only("the file", root, List.of("current", "contexts"));
      Map<String, Map<String, String>> contexts = new LinkedHashMap<>();
      map("contexts", root.get("contexts"))
          .forEach(
              (name, settings) -> contexts.put(String.valueOf(name), settings(name, settings)));
      Optional<String> current = Optional.ofNullable(root.get("current")).map(String::valueOf);
      ContextFile file = new ContextFile(path, current, contexts);
      current.ifPresent(file::context);
      return file;
    }

    private Map<String, String> settings(Object name, @Nullable Object value) {
      Map<?, ?> given = map("context " + name, value);
      only("context " + name, given, SETTINGS.stream().sorted().toList());
      Map<String, String> settings = new LinkedHashMap<>();
      given.forEach((key, text) -> settings.put(String.valueOf(key), setting(name, key, text)));
      return settings;
    }

    private String setting(Object name, Object key, @Nullable Object value) {
      if (value == null || value instanceof Map || value instanceof List) {
        throw refused(path, "context " + name + ": " + key + " expected one value");
      }
      String text = String.valueOf(value);
      if (key.equals(ENDPOINT)) {
        try {
          new EndpointConverter().convert(text);
        } catch (TypeConversionException malformed) {
          throw refused(path, "context " + name + ": " + malformed.getMessage());
        }
      }
      return text;
    }

    private Map<?, ?> map(String what, @Nullable Object value) {
      if (value instanceof Map<?, ?> map) {
        return map;
      }
      throw refused(path, what + ": expected a mapping");
    }

    private void only(String what, Map<?, ?> given, List<String> known) {
      for (Object key : given.keySet()) {
        if (!known.contains(String.valueOf(key))) {
          throw refused(path, what + " has '" + key + "': expected " + String.join(", ", known));
        }
      }
    }
  }
}
