package io.quorate.simulation.mutant;

import java.io.IOException;
import java.io.InputStream;

/** Classes as they were built. */
final class OriginalClasses {
  private OriginalClasses() {}

  static byte[] bytes(ClassLoader loader, String name) throws IOException, ClassNotFoundException {
    try (InputStream in = loader.getResourceAsStream(name.replace('.', '/') + ".class")) {
      if (in == null) {
        throw new ClassNotFoundException(name);
      }
      return in.readAllBytes();
    }
  }
}
