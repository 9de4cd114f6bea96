package io.quorate.e2e;

import io.quorate.localcloud.instance.InstanceView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * A folder with an etcd that no peer reaches while a file lies in its instance's folder: it is
 * started with another port to listen at than the one it advertises, as behind a wrong firewall.
 */
final class DeafEtcd {
  private static final String MARK = "deaf";

  private DeafEtcd() {}

  /** Makes the folder; without a mark its etcd is the real one. */
  static Path folder(Path parent, Path real) throws IOException {
    Path folder = Files.createDirectories(parent.resolve("deaf-etcd"));
    Path script = folder.resolve("etcd");
    Files.writeString(script, text(real.resolve("etcd")));
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    for (String tool : new String[] {"etcdctl", "etcdutl"}) {
      Files.createSymbolicLink(folder.resolve(tool), real.resolve(tool));
    }
    return folder;
  }

  /** The instance's next etcd process will be deaf. */
  static void deafen(InstanceView instance) throws IOException {
    Files.createFile(instance.folder().resolve(MARK));
  }

  /** The instance's next etcd process will be as others. */
  static void heal(InstanceView instance) throws IOException {
    Files.delete(instance.folder().resolve(MARK));
  }

  private static String text(Path real) {
    return """
      #!/usr/bin/env bash
      arguments=("$@")
      data=
      for argument in "$@"; do
        case $argument in --data-dir=*) data=${argument#--data-dir=} ;; esac
      done
      if [ -n "$data" ] && [ -e "${data%%/etcd/*}/%s" ]; then
        for at in "${!arguments[@]}"; do
          case ${arguments[at]} in
            --listen-peer-urls=*) arguments[at]=${arguments[at]%%:*}:2399 ;;
          esac
        done
      fi
      exec "%s" "${arguments[@]}"
      """
        .formatted(MARK, real);
  }
}
