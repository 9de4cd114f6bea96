package io.quorate.agent.snapshots;

import io.quorate.agent.etcd.tools.BinaryVersion;
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
  private final Path installed;
  private final Optional<ReleaseFolder> releases;

  EtcdPrograms(Path installed, Optional<ReleaseFolder> releases) {
    this.installed = installed;
    this.releases = releases;
  }

  /** The etcd of a release that a command names, which says its version; else the installed one. */
  Path etcd(Optional<EtcdVersion> named) throws TaskFailedException, InterruptedIOException {
    return named.isEmpty() ? installed : etcd(named.get());
  }

  private Path etcd(EtcdVersion release) throws TaskFailedException, InterruptedIOException {
    Set<EtcdVersion> prepared = releases.map(ReleaseFolder::prepared).orElse(Set.of());
    Path etcd = prepared.contains(release) ? releases.orElseThrow().binary(release) : installed;
    EtcdVersion said;
    try {
      said = BinaryVersion.ask(etcd);
    } catch (InterruptedIOException e) {
      throw e;
    } catch (IOException e) {
      throw Failures.releaseMissing("this node cannot run etcd " + release + ": " + e.getMessage());
    }
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
}
