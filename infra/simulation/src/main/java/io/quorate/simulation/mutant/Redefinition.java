package io.quorate.simulation.mutant;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/**
 * Plants bugs into the classes of a running JVM and takes them out again. What the JVM has compiled
 * of all other classes stays, so that a hunt for many bugs warms up once.
 */
public final class Redefinition {
  private static final AtomicReference<Instrumentation> HELD = new AtomicReference<>();

  private Redefinition() {}

  /** Called by the JVM that was started with {@link #options}. */
  public static void premain(String arguments, Instrumentation instrumentation) {
    HELD.set(instrumentation);
  }

  /**
   * What a JVM is to be started with so that bugs can be planted into it.
   *
   * @param folder for a file that must stay while the JVM starts
   */
  public static List<String> options(Path folder) throws IOException {
    Manifest manifest = new Manifest();
    Attributes main = manifest.getMainAttributes();
    main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    main.putValue("Premain-Class", Redefinition.class.getName());
    main.putValue("Can-Redefine-Classes", "true");
    Path jar = folder.resolve("redefinition.jar");
    try (OutputStream out = Files.newOutputStream(jar)) {
      new JarOutputStream(out, manifest).close();
    }
    return List.of("-javaagent:" + jar);
  }

  /** Plants these classes, by their names; empty where this JVM cannot. */
  static Optional<Runnable> plant(Map<String, byte[]> classes)
      throws IOException, ClassNotFoundException {
    Instrumentation instrumentation = HELD.get();
    if (instrumentation == null) {
      return Optional.empty();
    }
    List<ClassDefinition> planted = new ArrayList<>();
    List<ClassDefinition> original = new ArrayList<>();
    ClassLoader loader = Redefinition.class.getClassLoader();
    for (Map.Entry<String, byte[]> one : classes.entrySet()) {
      Class<?> type = Class.forName(one.getKey(), true, loader);
      planted.add(new ClassDefinition(type, one.getValue()));
      original.add(new ClassDefinition(type, OriginalClasses.bytes(loader, one.getKey())));
    }
    redefine(instrumentation, planted);
    return Optional.of(() -> redefine(instrumentation, original));
  }

  private static void redefine(Instrumentation instrumentation, List<ClassDefinition> classes) {
    try {
      instrumentation.redefineClasses(classes.toArray(ClassDefinition[]::new));
    } catch (ClassNotFoundException | UnmodifiableClassException e) {
      throw new IllegalStateException("cannot redefine " + classes, e);
    }
  }
}
