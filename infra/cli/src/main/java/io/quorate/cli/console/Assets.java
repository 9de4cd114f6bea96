package io.quorate.cli.console;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The page's own files, and the one library that it has; all of them from the class path. */
final class Assets {
  /** Of the WebJar org.webjars.npm:uplot. */
  private static final String PLOTS = "/META-INF/resources/webjars/uplot/1.6.30/dist/";

  private static final List<String> OWN =
      List.of(
          "index.html",
          "console.css",
          "icon.svg",
          "main.js",
          "dom.js",
          "words.js",
          "live.js",
          "fleet.js",
          "cluster.js",
          "members.js",
          "progress.js",
          "timeline.js",
          "entry.js",
          "plots.js",
          "snapshots.js");

  private final Map<String, String> places = new TreeMap<>();
  private final Map<String, byte[]> read = new ConcurrentHashMap<>();

  Assets() {
    OWN.forEach(name -> places.put(name, "/io/quorate/cli/console/" + name));
    places.put("", "/io/quorate/cli/console/index.html");
    places.put("uPlot.esm.js", PLOTS + "uPlot.esm.js");
    places.put("uPlot.min.css", PLOTS + "uPlot.min.css");
  }

  /** The file of this name; empty where there is none: no name leads out of the list. */
  Optional<byte[]> find(String name) {
    return Optional.ofNullable(places.get(name))
        .map(place -> read.computeIfAbsent(place, Assets::load));
  }

  /** All names. */
  Iterable<String> names() {
    return places.keySet();
  }

  static String type(String name) {
    if (name.endsWith(".js")) {
      return "text/javascript; charset=utf-8";
    }
    if (name.endsWith(".css")) {
      return "text/css; charset=utf-8";
    }
    return name.endsWith(".svg") ? "image/svg+xml" : "text/html; charset=utf-8";
  }

  static byte[] load(String place) {
    try (@Nullable InputStream found = Assets.class.getResourceAsStream(place)) {
      if (found == null) {
        throw new IllegalStateException(place + " is not on the class path");
      }
      return found.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
