package io.quorate.release;

import io.quorate.spec.EtcdVersion;
import java.util.Map;
import java.util.Optional;

/**
 * Releases of etcd whose defragmentation may corrupt the database where it is interrupted. They are
 * never defragmented by Quorate.
 */
public final class DefragmentFault {
  private static final Map<String, Integer> MENDED = Map.of("3.5", 23, "3.6", 5);

  private DefragmentFault() {}

  /** Why a release must not be defragmented; empty where it may. */
  public static Optional<String> of(String running) {
    Optional<EtcdVersion> release = EtcdVersion.parse(running);
    if (release.isEmpty() || release.get().patch().isEmpty()) {
      return Optional.of("etcd '" + running + "' is no known release");
    }
    String line = release.get().line();
    int mended =
        MENDED.getOrDefault(line, line.matches("3\\.[0-4]|[0-2]\\..*") ? Integer.MAX_VALUE : 0);
    return release.get().patch().getAsInt() >= mended
        ? Optional.empty()
        : Optional.of(
            "etcd "
                + running
                + " may corrupt its database when it defragments; run 3.5.23 or 3.6.5 or a later"
                + " release first");
  }
}
