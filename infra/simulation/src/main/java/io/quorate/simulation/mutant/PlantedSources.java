package io.quorate.simulation.mutant;

import com.sun.source.util.JavacTask;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * A mutant's sources, compiled.
 *
 * @param classes the planted classes by name
 * @param initializes whether the bug is in what a class does once, when it is initialized: such a
 *     bug has no effect on classes that are loaded already
 */
record PlantedSources(Map<String, byte[]> classes, boolean initializes) {
  private static final List<String> OPTIONS = List.of("-proc:none", "-nowarn", "--release", "21");

  /**
   * Compiles the planted sources.
   *
   * @param root of the repository
   */
  static PlantedSources of(Mutant mutant, Path root) throws IOException {
    Path work = Files.createTempDirectory("planted");
    try {
      List<Path> sources = new ArrayList<>();
      List<StaticParts> parts = new ArrayList<>();
      for (var source : mutant.plantedIn(root).entrySet()) {
        Path planted = work.resolve(Path.of(source.getKey()).getFileName());
        Files.writeString(planted, source.getValue());
        sources.add(planted);
        parts.add(StaticParts.of(Files.readString(root.resolve(source.getKey()))));
        parts.add(StaticParts.of(source.getValue()));
      }
      boolean initializes = false;
      for (int i = 0; i < parts.size(); i += 2) {
        initializes |= !parts.get(i).equals(parts.get(i + 1));
      }
      return new PlantedSources(compiled(mutant, sources, work), initializes);
    } finally {
      deleteAll(work);
    }
  }

  private static Map<String, byte[]> compiled(Mutant mutant, List<Path> sources, Path work)
      throws IOException {
    Path classes = Files.createDirectory(work.resolve("classes"));
    List<String> options = new ArrayList<>(OPTIONS);
    options.addAll(List.of("-cp", System.getProperty("java.class.path")));
    options.addAll(List.of("-d", classes.toString()));
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter said = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      var task =
          (JavacTask)
              compiler.getTask(
                  said, files, null, options, null, files.getJavaFileObjectsFromPaths(sources));
      if (!task.call()) {
        throw new IllegalStateException(mutant + " does not compile: " + said);
      }
    }
    return read(classes);
  }

  private static Map<String, byte[]> read(Path classes) throws IOException {
    Map<String, byte[]> read = new HashMap<>();
    try (Stream<Path> files = Files.walk(classes)) {
      for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
        String name = classes.relativize(file).toString();
        read.put(
            name.substring(0, name.length() - ".class".length()).replace('/', '.'),
            Files.readAllBytes(file));
      }
    }
    return read;
  }

  private static void deleteAll(Path work) throws IOException {
    try (Stream<Path> files = Files.walk(work)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
