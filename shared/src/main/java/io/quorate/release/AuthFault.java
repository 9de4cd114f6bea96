package io.quorate.release;

import io.quorate.spec.EtcdVersion;
import java.util.Map;
import java.util.Optional;

/**
 * Releases of etcd whose access control lets through what it should not: watches, and what stands
 * in nested transactions.
 */
public final class AuthFault {
  private static final Map<String, Integer> MENDED = Map.of("3.5", 33, "3.6", 14, "3.7", 1);

  private AuthFault() {}

  /** What is wrong with a release; empty where nothing is known, or it is no release. */
  public static Optional<String> of(String running) {
    return EtcdVersion.parse(running)
        .filter(release -> release.patch().isPresent())
        .filter(release -> release.patch().getAsInt() < MENDED.getOrDefault(release.line(), 0))
        .map(
            release ->
                "etcd "
                    + running
                    + ", mended in "
                    + release.line()
                    + "."
                    + MENDED.get(release.line()));
  }
}
