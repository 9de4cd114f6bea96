package io.quorate.agent.snapshots;

import io.quorate.agent.RealEtcd;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** The real etcd beside an etcdutl that refuses a flag, in the words of a release without it. */
final class OldTool {
  private OldTool() {}

  /** Its folder. */
  static Path without(Path folder, String flag) throws IOException {
    Files.createDirectories(folder);
    Files.createSymbolicLink(folder.resolve("etcd"), RealEtcd.tool("etcd"));
    Path tool = folder.resolve("etcdutl");
    Files.writeString(
        tool,
        """
        #!/bin/sh
        if [ "$1" = version ]; then
          echo 'etcdutl version: 3.5.9'
          exit 0
        fi
        for argument in "$@"; do
          case "$argument" in
            %1$s*) echo 'Error: unknown flag: %1$s' >&2; exit 1 ;;
          esac
        done
        exec '%2$s' "$@"
        """
            .formatted(flag, RealEtcd.tool("etcdutl")));
    Files.setPosixFilePermissions(tool, PosixFilePermissions.fromString("rwx------"));
    return folder;
  }
}
