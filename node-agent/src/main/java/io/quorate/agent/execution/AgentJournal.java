package io.quorate.agent.execution;

import io.quorate.agent.port.ProcessMark;
import io.quorate.command.Lane;
import io.quorate.command.Outcome;
import io.quorate.model.ClusterUid;
import io.quorate.model.FencingToken;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.spec.ClusterSpec;
import io.quorate.state.Heartbeat;
import java.util.Optional;

/**
 * What the agent remembers on the disk that holds the data, synced before every side effect it
 * precedes.
 *
 * @param instance whose disk this is; a disk moved to another instance is foreign
 * @param diskId minted when the journal was first written
 * @param incarnationCount how often an agent started on this disk
 * @param seenGeneration newest generation seen anywhere
 * @param seenToken newest fencing token seen anywhere
 * @param uid the cluster
 * @param member the member on this disk
 * @param verdict the final word on that member's data
 * @param bootstrapRight the right to run {@code new}, once it was used
 * @param prepared directory made for a member to come
 * @param spec the settings last read, so that a restart needs no store
 * @param process etcd's process, for adoption
 * @param openDirectory tells the directory that this process has open from any that takes its
 *     place; absent until the disk could tell
 * @param runs the starts of etcd for that member
 * @param progress the membership command under way
 * @param outcome of the latest membership command that ended
 * @param tasks what is known of maintenance
 * @param revisionSeen the highest revision known to have been reported from this node; it follows
 *     other changes
 * @param fence that the member was taken out of service for a recovery
 * @param archived the last directory on this disk that was fenced; it stays known when another
 *     member comes
 * @param history what happened to the data on this disk
 */
public record AgentJournal(
    InstanceId instance,
    String diskId,
    long incarnationCount,
    Generation seenGeneration,
    FencingToken seenToken,
    Optional<ClusterUid> uid,
    Optional<JournalMember> member,
    Optional<DataVerdict> verdict,
    Optional<BootstrapRight> bootstrapRight,
    Optional<String> prepared,
    Optional<ClusterSpec> spec,
    Optional<ProcessMark> process,
    Optional<String> openDirectory,
    MemberRuns runs,
    Optional<CommandProgress> progress,
    Optional<Outcome> outcome,
    TaskJournal tasks,
    long revisionSeen,
    Optional<JournalFence> fence,
    Optional<JournalFence> archived,
    DataHistory history) {
  /** The journal of a new disk. */
  public static AgentJournal fresh(InstanceId instance, String diskId) {
    return new AgentJournal(
        instance,
        diskId,
        0,
        Generation.UNBOOTSTRAPPED,
        FencingToken.NONE,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        MemberRuns.NONE,
        Optional.empty(),
        Optional.empty(),
        TaskJournal.NONE,
        0,
        Optional.empty(),
        Optional.empty(),
        DataHistory.NONE);
  }

  /** Starts changing a copy. */
  public JournalUpdate edit() {
    return new JournalUpdate(this);
  }

  /**
   * Whether the own row has seen more than this journal. The row is written after the journal, so
   * the disk was set back or is another one.
   */
  public boolean seenLessThan(Heartbeat row) {
    return seenToken.before(row.seenToken());
  }

  /** Of the latest command of a lane that ended. */
  public Optional<Outcome> outcome(Lane lane) {
    return switch (lane) {
      case MEMBERSHIP -> outcome;
      case MAINTENANCE -> tasks.outcome();
    };
  }

  /**
   * Whether etcd is closed to clients: its member began a generation without the access control
   * that the spec asks for, and that was not seen on since.
   */
  public boolean closed() {
    return bootstrapRight
        .filter(BootstrapRight::closed)
        .flatMap(right -> member.filter(held -> began(right, held)))
        .isPresent();
  }

  private static boolean began(BootstrapRight right, JournalMember held) {
    return held.identity().generation().equals(right.generation());
  }

  /** The member, unless its data can never serve again. */
  public Optional<JournalMember> usableMember() {
    return verdict.isPresent() ? Optional.empty() : member;
  }
}
