package io.quorate.cli.picture;

import io.quorate.model.ClusterName;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.state.Heartbeat;
import io.quorate.state.JournalEntry;
import io.quorate.state.Lease;
import io.quorate.state.Lineage;
import io.quorate.state.SpecRecord;
import io.quorate.state.Status;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What the two tables say of one cluster, as far as it could be read.
 *
 * @param cluster the cluster
 * @param spec what its owner asks for
 * @param lineage which generation lives
 * @param status what the controller remembers and tells
 * @param lease who acts as controller, and what it has observed
 * @param nodes every node's heartbeat, by instance
 * @param snapshots the catalogue of snapshots, oldest first
 * @param journal the latest entries, newest last
 * @param unreadable one line for each record that could not be read: where, and what is wrong
 * @param readAt when it was read, by this machine's clock
 */
public record ClusterSummary(
    ClusterName cluster,
    Optional<SpecRecord> spec,
    Optional<Lineage> lineage,
    Optional<Status> status,
    Optional<Lease> lease,
    List<Heartbeat> nodes,
    List<SnapshotRecord> snapshots,
    List<JournalEntry> journal,
    List<String> unreadable,
    Instant readAt) {
  public ClusterSummary {
    nodes = List.copyOf(nodes);
    snapshots = List.copyOf(snapshots);
    journal = List.copyOf(journal);
    unreadable = List.copyOf(unreadable);
  }

  /** Whether the tables hold nothing at all under this name. */
  public boolean unknown() {
    return spec.isEmpty()
        && lineage.isEmpty()
        && status.isEmpty()
        && nodes.isEmpty()
        && unreadable.isEmpty();
  }
}
