package io.quorate.agent.app;

import io.quorate.agent.etcd.tools.BinaryVersion;
import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.execution.ReleaseChoice;
import io.quorate.agent.local.EtcdBinaries;
import io.quorate.agent.local.ReleaseFolder;
import io.quorate.spec.EtcdVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The etcd binary of this instance.
 *
 * @param path where it is
 * @param version the release it says it is
 */
record EtcdBinary(Path path, EtcdVersion version) {
  /** Finds it in the folder, or on the PATH, and asks it for its version. */
  static EtcdBinary find(Optional<Path> folder, String searchPath) {
    Stream<Path> folders =
        folder.isPresent() ? folder.stream() : Stream.of(searchPath.split(":", -1)).map(Path::of);
    Path path =
        folders
            .map(f -> f.resolve("etcd"))
            .filter(Files::isExecutable)
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalStateException(
                        "no executable 'etcd' in "
                            + folder.map(Path::toString).orElse(searchPath)
                            + "; install etcd or set QUORATE_ETCD_DIR"));
    return new EtcdBinary(path, ask(path));
  }

  /**
   * Which etcd of this node reads what, by its journal: this one while there is none.
   *
   * @param journal what the journal says at each use
   */
  EtcdBinaries with(ReleaseFolder releases, Supplier<Optional<AgentJournal>> journal) {
    return new EtcdBinaries(
        path,
        () ->
            chosen(
                releases,
                journal.get().map(read -> ReleaseChoice.next(read, version, releases.prepared()))),
        () ->
            chosen(
                releases,
                journal
                    .get()
                    .map(read -> ReleaseChoice.first(read.spec(), version, releases.prepared()))));
  }

  private Path chosen(ReleaseFolder releases, Optional<EtcdVersion> release) {
    return release.filter(other -> !other.equals(version)).map(releases::binary).orElse(path);
  }

  private static EtcdVersion ask(Path path) {
    try {
      return BinaryVersion.ask(path);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot execute " + path + " --version: " + e, e);
    }
  }
}
