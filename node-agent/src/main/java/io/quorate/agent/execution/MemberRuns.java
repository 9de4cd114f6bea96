package io.quorate.agent.execution;

import io.quorate.spec.EtcdVersion;
import java.util.Optional;

/**
 * The starts of etcd for the member on this disk.
 *
 * @param starts how many there were
 * @param release which release runs it: the one that was started last, or the one that a command
 *     chose since; absent before
 * @param settings what it was started with last, as {@link io.quorate.spec.StartSettings} tells;
 *     absent where an older agent started it
 */
public record MemberRuns(long starts, Optional<EtcdVersion> release, Optional<String> settings) {
  /** Of a member whose etcd was never started. */
  public static final MemberRuns NONE = new MemberRuns(0, Optional.empty(), Optional.empty());

  /** After so many more starts, of this release, the last of them with these settings. */
  MemberRuns started(long more, EtcdVersion by, Optional<String> with) {
    return new MemberRuns(starts + more, Optional.of(by), with);
  }
}
