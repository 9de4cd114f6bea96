package io.quorate.simulation.mutant;

import java.io.IOException;
import java.util.Map;

/** Loads production and simulator anew, a mutant's classes taken from their planted copies. */
final class PlantedClasses extends ClassLoader {
  private static final String OURS = "io.quorate.";

  private final Map<String, byte[]> planted;

  PlantedClasses(Map<String, byte[]> planted) {
    super(PlantedClasses.class.getClassLoader());
    this.planted = planted;
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
    try {
      return OriginalClasses.bytes(getParent(), name);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }
}
