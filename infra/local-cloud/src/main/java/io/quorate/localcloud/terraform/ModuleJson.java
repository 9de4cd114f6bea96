package io.quorate.localcloud.terraform;

import com.fasterxml.jackson.jr.ob.JSON;
import io.quorate.localcloud.events.EventPattern;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An object of a module's deployment.json. Every field must be there, of the right type, and read:
 * a field that only Terraform knows is an error, so that the local deployment leaves none out.
 */
final class ModuleJson {
  private final String path;
  private final Map<?, ?> fields;
  private final Set<String> read = new TreeSet<>();

  private ModuleJson(String path, Map<?, ?> fields) {
    this.path = path;
    this.fields = fields;
  }

  /** Reads a module's file from the class path, all of it. */
  static <T> T ofModule(String module, Function<ModuleJson, T> reader) {
    String file = module + "/deployment.json";
    try (InputStream in = ModuleJson.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException(
            file + " is not on the class path; the build takes it from terraform/modules");
      }
      return of(file, JSON.std.mapFrom(in), reader);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }

  static <T> T of(String path, Map<?, ?> fields, Function<ModuleJson, T> reader) {
    ModuleJson json = new ModuleJson(path, fields);
    T value = reader.apply(json);
    json.fields.keySet().stream()
        .map(String::valueOf)
        .filter(name -> !json.read.contains(name))
        .findFirst()
        .ifPresent(
            name -> {
              throw new IllegalArgumentException(
                  "%s: %s is read by Terraform only, expected one of %s: read it in the local deployment, too"
                      .formatted(path, name, json.read));
            });
    return value;
  }

  <T> T section(String name, Function<ModuleJson, T> reader) {
    return of(path + "." + name, object(name), reader);
  }

  /** An object whose fields are names of the file's own choice. */
  <T> Map<String, T> sections(String name, Function<ModuleJson, T> reader) {
    Map<String, T> all = new LinkedHashMap<>();
    Map<?, ?> inner = object(name);
    ModuleJson section = new ModuleJson(path + "." + name, inner);
    inner.keySet().forEach(key -> all.put(key.toString(), section.section(key.toString(), reader)));
    return all;
  }

  /** An object of texts. */
  Map<String, String> texts(String name) {
    Map<String, String> all = new LinkedHashMap<>();
    Map<?, ?> inner = object(name);
    ModuleJson section = new ModuleJson(path + "." + name, inner);
    inner.keySet().forEach(key -> all.put(key.toString(), section.text(key.toString())));
    return all;
  }

  /** An object of event patterns. */
  Map<String, EventPattern> patterns(String name) {
    Map<String, EventPattern> all = new LinkedHashMap<>();
    Map<?, ?> inner = object(name);
    ModuleJson section = new ModuleJson(path + "." + name, inner);
    inner.keySet().forEach(key -> all.put(key.toString(), section.pattern(key.toString())));
    return all;
  }

  EventPattern pattern(String name) {
    return EventPattern.of(object(name));
  }

  List<String> list(String name) {
    List<?> values = value(name, List.class, "a list");
    return values.stream().map(String::valueOf).toList();
  }

  String text(String name) {
    return value(name, String.class, "a text");
  }

  int whole(String name) {
    return value(name, Integer.class, "a whole number");
  }

  boolean flag(String name) {
    return value(name, Boolean.class, "true or false");
  }

  Duration seconds(String name) {
    return Duration.ofSeconds(whole(name));
  }

  /** A schedule like {@code rate(1 minute)}. */
  Duration rate(String name) {
    return RateExpression.parse(text(name)).orElseThrow(() -> wrong(name, RateExpression.EXPECTED));
  }

  private Map<?, ?> object(String name) {
    return value(name, Map.class, "an object");
  }

  private <T> T value(String name, Class<T> type, String expected) {
    read.add(name);
    @Nullable Object value = fields.get(name);
    if (!type.isInstance(value)) {
      throw wrong(name, expected);
    }
    return type.cast(value);
  }

  private IllegalArgumentException wrong(String name, String expected) {
    return new IllegalArgumentException(
        "%s.%s is %s, expected %s".formatted(path, name, fields.get(name), expected));
  }
}
