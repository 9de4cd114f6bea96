package io.quorate.simulation.mutant;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How a bug is planted.
 *
 * @param golden the scenario that it breaks; none where seeds are to find it
 * @param with the bug to be planted before it
 * @param source path of the production source
 * @param snippet of it, to be replaced where it first stands
 * @param planted what takes its place
 */
public record Planting(
    Optional<Golden> golden,
    Optional<Planting> with,
    String source,
    String snippet,
    String planted) {
  static Planting bug(String source, String snippet, String planted) {
    return new Planting(Optional.empty(), Optional.empty(), source, snippet, planted);
  }

  /** One that a golden scenario is there for. */
  static Planting bug(Golden golden, String source, String snippet, String planted) {
    return new Planting(Optional.of(golden), Optional.empty(), source, snippet, planted);
  }

  /** Together with the bug that another rule now keeps from showing. */
  static Planting bug(Golden golden, Mutant with, String source, String snippet, String planted) {
    return bug(golden, with.planting(), source, snippet, planted);
  }

  /** The same, where the other bug is no mutant by itself. */
  static Planting bug(Golden golden, Planting with, String source, String snippet, String planted) {
    return new Planting(Optional.of(golden), Optional.of(with), source, snippet, planted);
  }

  Map<String, String> plantedIn(Path root) throws IOException {
    Map<String, String> texts = with.isPresent() ? with.get().plantedIn(root) : new TreeMap<>();
    String text = texts.get(source);
    texts.put(source, plant(text == null ? Files.readString(root.resolve(source)) : text));
    return texts;
  }

  private String plant(String text) {
    int at = text.indexOf(snippet);
    if (snippet.isEmpty() || at < 0) {
      throw new IllegalStateException(
          source + " no longer has '" + snippet + "'; plant this bug anew");
    }
    return text.substring(0, at) + planted + text.substring(at + snippet.length());
  }
}
