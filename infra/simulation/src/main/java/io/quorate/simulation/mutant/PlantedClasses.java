package io.quorate.simulation.mutant;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** Loads production and simulator anew, with one production source replaced by its planted copy. */
public final class PlantedClasses extends ClassLoader {
  private static final String OURS = "io.quorate.";

  private final Map<String, byte[]> planted;

  private PlantedClasses(Map<String, byte[]> planted) {
    super(PlantedClasses.class.getClassLoader());
    this.planted = planted;
  }

  /**
   * Compiles the planted source.
   *
   * @param root of the repository
   */
  public static PlantedClasses of(Mutant mutant, Path root) throws IOException {
    Path work = Files.createTempDirectory("planted");
    Path source = work.resolve(Path.of(mutant.source()).getFileName());
    Files.writeString(source, mutant.plantedIn(Files.readString(root.resolve(mutant.source()))));
    Path classes = Files.createDirectory(work.resolve("classes"));
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    int result =
        compiler.run(
            InputStream.nullInputStream(),
            null,
            null,
            "-proc:none",
            "-nowarn",
            "--release",
            "21",
            "-cp",
            System.getProperty("java.class.path"),
            "-d",
            classes.toString(),
            source.toString());
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
