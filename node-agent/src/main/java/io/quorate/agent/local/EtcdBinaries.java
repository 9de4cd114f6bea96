package io.quorate.agent.local;

import java.nio.file.Path;
import java.util.function.Supplier;

/**
 * Which etcd of this node reads what; its etcdutl stands beside it. A release reads what its own
 * line wrote, and the line before.
 */
public final class EtcdBinaries {
  private final Path installed;
  private final Supplier<Path> data;
  private final Supplier<Path> nextMember;

  /**
   * By what the journal says at each use.
   *
   * @param installed the one that is installed
   * @param data the one that runs, or ran last, the data on this node's disk
   * @param nextMember the one that a member that begins on this node starts with
   */
  public EtcdBinaries(Path installed, Supplier<Path> data, Supplier<Path> nextMember) {
    this.installed = installed;
    this.data = data;
    this.nextMember = nextMember;
  }

  /** Of a node that has only this one. */
  public static EtcdBinaries only(Path etcd) {
    return new EtcdBinaries(etcd, () -> etcd, () -> etcd);
  }

  /** The one that is installed. */
  public Path installed() {
    return installed;
  }

  /** The one that runs, or ran last, the data on this node's disk. */
  public Path ofData() {
    return data.get();
  }

  /** The one that a member that begins on this node starts with. */
  public Path ofNextMember() {
    return nextMember.get();
  }
}
