package io.quorate.agent.execution;

import io.quorate.state.MemberIdentity;
import io.quorate.state.Watermark;
import java.util.List;

/**
 * The member that this disk holds.
 *
 * @param identity whose data it is
 * @param directory name of its directory
 * @param clusterToken the generation's token
 * @param initialCluster every member when it was first started
 * @param bootstrapEntries entries that a bootstrap writes before anything else; zero for a joiner
 * @param started whether etcd was ever to be executed on it; from then on an empty directory is
 *     lost data
 * @param watermark what its log is known to hold
 * @param contacts client URLs of the other members, as last seen
 */
public record JournalMember(
    MemberIdentity identity,
    String directory,
    String clusterToken,
    String initialCluster,
    long bootstrapEntries,
    boolean started,
    Watermark watermark,
    List<String> contacts) {
  /** A member of which this disk holds nothing; what its log held is told on, as far as known. */
  public static JournalMember lost(MemberIdentity identity, Watermark watermark) {
    return new JournalMember(identity, "", "", "", 0, true, watermark, List.of());
  }

  public JournalMember {
    contacts = List.copyOf(contacts);
  }

  /** From now on an empty directory is lost data. */
  public JournalMember markStarted() {
    return new JournalMember(
        identity,
        directory,
        clusterToken,
        initialCluster,
        bootstrapEntries,
        true,
        watermark,
        contacts);
  }

  /** The same with what was learned while it served. */
  public JournalMember learned(Watermark next, List<String> others) {
    return new JournalMember(
        identity, directory, clusterToken, initialCluster, bootstrapEntries, started, next, others);
  }

  /** Whether its directory is known to have held a log: entries were once seen to be durable. */
  public boolean hasLog() {
    return !watermark.equals(Watermark.NONE);
  }
}
