package io.quorate.release;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** The version of Quorate that runs: Maven writes it into a resource of this module. */
public final class ProjectVersion {
  private static final String RESOURCE = "/io/quorate/version.txt";

  private ProjectVersion() {}

  /** As in {@code 0.2.0}; the same from a jar and from compiled classes. */
  public static String read() {
    try (InputStream version = ProjectVersion.class.getResourceAsStream(RESOURCE)) {
      if (version == null) {
        throw new IllegalStateException(
            "no resource " + RESOURCE + ": expected the build to have written it");
      }
      return new String(version.readAllBytes(), UTF_8).strip();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read resource " + RESOURCE, e);
    }
  }
}
