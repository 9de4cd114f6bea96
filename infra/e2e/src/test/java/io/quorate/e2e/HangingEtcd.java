package io.quorate.e2e;

import io.quorate.localcloud.instance.InstanceView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * A folder with an etcd that, while a mark lies in its instance's folder, is stopped before it has
 * done anything: it runs, and never serves. From outside nothing tells it from one whose disk or
 * network is too slow to ever catch up.
 */
final class HangingEtcd {
  private static final String MARK = "hang";

  private HangingEtcd() {}

  /** Makes the folder; without a mark its etcd is the real one. */
  static Path folder(Path parent, Path real) throws IOException {
    Path folder = Files.createDirectories(parent.resolve("hanging-etcd"));
    Path script = folder.resolve("etcd");
    Files.writeString(script, text(real.resolve("etcd")));
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    for (String tool : new String[] {"etcdctl", "etcdutl"}) {
      Files.createSymbolicLink(folder.resolve(tool), real.resolve(tool));
    }
    return folder;
  }

  private static String text(Path real) {
    return """
    #!/usr/bin/env bash
    data=
    for argument in "$@"; do
      case $argument in --data-dir=*) data=${argument#--data-dir=} ;; esac
    done
    if [ -n "$data" ] && [ -e "${data%%/etcd/*}/%s" ]; then
      kill -STOP $$
    fi
    exec "%s" "$@"
    """
        .formatted(MARK, real);
  }

  /** The instance's next etcd process will hang. */
  static void hang(InstanceView instance) throws IOException {
    Files.createFile(instance.folder().resolve(MARK));
  }

  /** The instance's next etcd process will be as others. */
  static void heal(InstanceView instance) throws IOException {
    Files.delete(instance.folder().resolve(MARK));
  }
}
