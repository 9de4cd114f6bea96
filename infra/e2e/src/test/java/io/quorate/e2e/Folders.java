package io.quorate.e2e;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** What lies outside of the module. */
final class Folders {
  private Folders() {}

  /** The root of the repository. */
  static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("mvnw"))) {
      folder = Optional.ofNullable(folder.getParent()).orElseThrow();
    }
    return folder;
  }

  /** The folder of the etcd that tests run. */
  static Path etcd() {
    return Optional.ofNullable(System.getenv("QUORATE_ETCD_DIR"))
        .map(Path::of)
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "QUORATE_ETCD_DIR is not set, expected etcd's folder: run infra/test --all, or"
                        + " set it to what infra/tools/find-etcd --install prints"));
  }
}
