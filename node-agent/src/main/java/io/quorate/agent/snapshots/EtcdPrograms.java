package io.quorate.agent.snapshots;

import io.quorate.agent.etcd.tools.BinaryVersion;
import io.quorate.agent.local.EtcdBinaries;
import io.quorate.agent.local.ReleaseFolder;
import io.quorate.spec.EtcdVersion;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/**
 * The etcd binaries of this node: the installed one and those of the prepared releases. Beside each
 * stands its etcdutl.
 */
final class EtcdPrograms {
  private final EtcdBinaries binaries;
  private final Optional<ReleaseFolder> releases;

  EtcdPrograms(EtcdBinaries binaries, Optional<ReleaseFolder> releases) {
    this.binaries = binaries;
    this.releases = releases;
  }

  /** The one that a member that begins on this node starts with. */
  Path ofNextMember() {
    return binaries.ofNextMember();
  }

  /** The one that runs the data on this node's disk. */
  Path ofData() {
    return binaries.ofData();
  }

  /**
   * The etcd of a release, which says its version.
   *
   * @throws TaskFailedException when this node has not got it
   */
  Path of(EtcdVersion release) throws TaskFailedException, InterruptedIOException {
    Set<EtcdVersion> prepared = releases.map(ReleaseFolder::prepared).orElse(Set.of());
    Path etcd =
        prepared.contains(release) ? releases.orElseThrow().binary(release) : binaries.installed();
    EtcdVersion said = version(etcd);
    if (!said.equals(release)) {
      throw Failures.releaseMissing(
          "this node has not got etcd "
              + release
              + ": "
              + etcd
              + " says that it is "
              + said
              + ", prepared are "
              + prepared);
    }
    return etcd;
  }

  /**
   * The release that a binary says it is.
   *
   * @throws TaskFailedException when it cannot be run
   */
  EtcdVersion version(Path etcd) throws TaskFailedException, InterruptedIOException {
    try {
      return BinaryVersion.ask(etcd);
    } catch (InterruptedIOException e) {
      throw e;
    } catch (IOException e) {
      throw Failures.releaseMissing("this node cannot run " + etcd + ": " + e.getMessage());
    }
  }
}
