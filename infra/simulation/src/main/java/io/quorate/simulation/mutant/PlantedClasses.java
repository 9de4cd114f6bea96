package io.quorate.simulation.mutant;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** Loads production and simulator anew, a mutant's sources replaced by their planted copies. */
public final class PlantedClasses extends ClassLoader {
  private static final String OURS = "io.quorate.";
  private static final List<String> OPTIONS = List.of("-proc:none", "-nowarn", "--release", "21");

  private final Map<String, byte[]> planted;

  private PlantedClasses(Map<String, byte[]> planted) {
    super(PlantedClasses.class.getClassLoader());
    this.planted = planted;
  }

  /**
   * Compiles the planted sources.
   *
   * @param root of the repository
   */
  public static PlantedClasses of(Mutant mutant, Path root) throws IOException {
    Path work = Files.createTempDirectory("planted");
    Path classes = Files.createDirectory(work.resolve("classes"));
    List<String> arguments = new ArrayList<>(OPTIONS);
    arguments.addAll(List.of("-cp", System.getProperty("java.class.path")));
    arguments.addAll(List.of("-d", classes.toString()));
    for (var source : mutant.plantedIn(root).entrySet()) {
      Path planted = work.resolve(Path.of(source.getKey()).getFileName());
      Files.writeString(planted, source.getValue());
      arguments.add(planted.toString());
    }
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    int result =
        compiler.run(InputStream.nullInputStream(), null, null, arguments.toArray(String[]::new));
    if (result != 0) {
      throw new IllegalStateException(mutant + " does not compile: see above");
    }
    Map<String, byte[]> planted = new HashMap<>();
    try (Stream<Path> files = Files.walk(classes)) {
      for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
        String name = classes.relativize(file).toString();
        planted.put(
            name.substring(0, name.length() - ".class".length()).replace('/', '.'),
            Files.readAllBytes(file));
      }
    }
    deleteAll(work);
    return new PlantedClasses(planted);
  }

  private static void deleteAll(Path work) throws IOException {
    try (Stream<Path> files = Files.walk(work)) {
      for (Path file : List.copyOf(files.sorted(java.util.Comparator.reverseOrder()).toList())) {
        Files.delete(file);
      }
    }
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.startsWith(OURS)) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      return loaded == null ? define(name) : loaded;
    }
  }

  private Class<?> define(String name) throws ClassNotFoundException {
    byte[] bytes = planted.get(name);
    if (bytes == null) {
      bytes = original(name);
    }
    return defineClass(name, bytes, 0, bytes.length);
  }

  private byte[] original(String name) throws ClassNotFoundException {
    String path = name.replace('.', '/') + ".class";
    try (InputStream in = getParent().getResourceAsStream(path)) {
      if (in == null) {
        throw new ClassNotFoundException(name);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }
}
