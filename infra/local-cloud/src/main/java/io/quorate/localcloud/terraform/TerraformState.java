package io.quorate.localcloud.terraform;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What Terraform created, from the output of {@code terraform show -json}. */
public final class TerraformState {
  private final List<CreatedResource> resources;

  private final Map<String, String> outputs;

  private TerraformState(List<CreatedResource> resources, Map<String, String> outputs) {
    this.resources = List.copyOf(resources);
    this.outputs = Map.copyOf(outputs);
  }

  /**
   * Reads a file.
   *
   * @throws IOException when it cannot be read
   * @throws IllegalStateException when it holds no resources
   */
  public static TerraformState read(Path file) throws IOException {
    return of(Files.readString(file));
  }

  /** Reads the output of the command. */
  public static TerraformState of(String json) throws IOException {
    List<CreatedResource> found = new ArrayList<>();
    Map<?, ?> values = map(JSON.std.mapFrom(json).get("values"));
    collect(map(values.get("root_module")), found);
    if (found.isEmpty()) {
      throw new IllegalStateException(
          "the state has no resources, expected the output of terraform show -json after an apply");
    }
    Map<String, String> outputs = new HashMap<>();
    map(values.get("outputs"))
        .forEach(
            (name, output) ->
                outputs.put(String.valueOf(name), String.valueOf(map(output).get("value"))));
    return new TerraformState(found, outputs);
  }

  private static void collect(Map<?, ?> module, List<CreatedResource> into) {
    for (Object entry : list(module.get("resources"))) {
      Map<?, ?> resource = map(entry);
      if ("managed".equals(resource.get("mode"))) {
        into.add(
            new CreatedResource(
                String.valueOf(resource.get("address")),
                String.valueOf(resource.get("type")),
                String.valueOf(resource.get("name")),
                resource.containsKey("index") ? String.valueOf(resource.get("index")) : "",
                new Attributes(
                    String.valueOf(resource.get("address")), map(resource.get("values")))));
      }
    }
    list(module.get("child_modules")).forEach(child -> collect(map(child), into));
  }

  /**
   * An output of the root module, as text.
   *
   * @throws IllegalStateException when there is none of this name
   */
  public String output(String name) {
    String value = outputs.get(name);
    if (value == null) {
      throw new IllegalStateException(
          "the configuration has no output %s, only %s".formatted(name, outputs.keySet()));
    }
    return value;
  }

  /** All resources of a type and a name in the module, as a {@code for_each} makes several. */
  List<CreatedResource> all(String type, String name) {
    return resources.stream()
        .filter(one -> one.type().equals(type) && one.name().equals(name))
        .toList();
  }

  /**
   * The one resource of a type and a name.
   *
   * @throws IllegalStateException when there is none, or more than one
   */
  Attributes one(String type, String name) {
    List<CreatedResource> found = all(type, name);
    if (found.size() != 1) {
      throw new IllegalStateException(
          "Terraform created %d of %s.%s (%s), expected one"
              .formatted(
                  found.size(), type, name, found.stream().map(CreatedResource::address).toList()));
    }
    return found.getFirst().values();
  }

  private static Map<?, ?> map(@Nullable Object value) {
    return value instanceof Map<?, ?> map ? map : Map.of();
  }

  private static List<?> list(@Nullable Object value) {
    return value instanceof List<?> list ? list : List.of();
  }
}
