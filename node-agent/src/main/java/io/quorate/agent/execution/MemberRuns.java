package io.quorate.agent.execution;

import io.quorate.spec.EtcdVersion;
import java.util.Optional;

/**
 * The starts of etcd for the member on this disk.
 *
 * @param starts how many there were
 * @param release which release was started last; absent before the first start
 */
public record MemberRuns(long starts, Optional<EtcdVersion> release) {
  /** Of a member whose etcd was never started. */
  public static final MemberRuns NONE = new MemberRuns(0, Optional.empty());

  /** After so many more starts, of this release. */
  MemberRuns started(long more, EtcdVersion by) {
    return new MemberRuns(starts + more, Optional.of(by));
  }
}
