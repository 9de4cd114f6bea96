package io.quorate.command;

import io.quorate.model.MemberId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * An order to one agent. An agent acts on it only while its generation and token are the newest it
 * has seen (I4). The lane of its kind says how it is carried out.
 */
public sealed interface Command
    permits JoinCluster,
        RemoveMember,
        LeaveCluster,
        RestartMember,
        TakeSnapshot,
        VerifySnapshot,
        UploadDirectory,
        CompactHistory,
        PrepareRelease,
        DefragmentMember,
        CompareData,
        DisarmAlarm,
        ApplyAuth,
        PruneDirectories,
        SetPeerUrl {
  /** The executor, the generation, and the turn of the controller that decided it. */
  CommandHeader header();

  /** The kind. */
  CommandKind kind();

  /** How long its executor may work on it; then the executor undoes or stops it. */
  Duration deadline();

  /** The member that it removes, where it removes one. */
  default Optional<MemberId> removes() {
    return Optional.empty();
  }

  /** What it may do to the membership, in the order in which that takes place. */
  default List<CommandEffect> effects() {
    return kind().effects(header().executor(), removes());
  }
}
