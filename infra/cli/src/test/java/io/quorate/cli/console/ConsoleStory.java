package io.quorate.cli.console;

import static io.quorate.cli.Sample.NOW;
import static io.quorate.cli.Sample.entry;
import static io.quorate.cli.Sample.instance;
import static io.quorate.cli.Sample.member;

import io.quorate.cli.NodeSample;
import io.quorate.cli.Sample;
import io.quorate.cli.Stored;
import io.quorate.cli.picture.ClusterSummary;
import io.quorate.codec.Codecs;
import io.quorate.command.CommandKind;
import io.quorate.model.ClusterName;
import io.quorate.model.FencingToken;
import io.quorate.model.Generation;
import io.quorate.recovery.Recovery;
import io.quorate.recovery.RecoverySource;
import io.quorate.snapshot.SnapshotId;
import io.quorate.snapshot.SnapshotKeys;
import io.quorate.snapshot.SnapshotManifest;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.state.Condition;
import io.quorate.state.DataState;
import io.quorate.state.JournalEntry;
import io.quorate.state.MemberEntry;
import io.quorate.state.OpenCommand;
import io.quorate.state.Phase;
import io.quorate.state.ProcessState;
import io.quorate.state.Status;
import io.quorate.store.Keys;
import io.quorate.store.RecordStore;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Clusters as a console shows them, in the states that it is for. */
final class ConsoleStory {
  private ConsoleStory() {}

  /** A healthy cluster with a past. */
  static Sample healthy() {
    return Sample.healthy()
        .snapshots(
            snapshot(NOW.minusSeconds(86_400), 900).verifiedBy(verified(80_000)),
            snapshot(NOW.minusSeconds(7200), 3120)
                .verifiedBy(verified(6000))
                .pinned(Optional.of("alice")),
            snapshot(NOW.minusSeconds(3600), 4410),
            snapshot(NOW.minusSeconds(600), 5130))
        .journalled(past());
  }

  private static JournalEntry[] past() {
    return new JournalEntry[] {
      entry(3000, "COMMIT_BOOTSTRAP", "ALL_REGISTERED", "3 of 3 nodes have registered"),
      entry(2999, "FINALIZE_BOOTSTRAP", "BOOTSTRAP_RECORDED", "generation 1 is decided, not final"),
      entry(2700, "START_TASK", "SNAPSHOT_DUE", "the first snapshot is due"),
      entry(2690, "CLOSE_TASK", "OUTCOME_DONE", "snapshot 20260301T111500Z-g1-0001 is taken"),
      entry(
          1500,
          "OBSERVED",
          "ETCD_RESTARTED",
          "etcd of " + instance(2) + " was started again; it ended by signal 9"),
      entry(600, "START_TASK", "SNAPSHOT_DUE", "the last one is 50 min old"),
      entry(590, "CLOSE_TASK", "OUTCOME_DONE", "snapshot 20260301T115000Z-g1-0004 is taken"),
    };
  }

  private static JournalEntry[] replacing() {
    return new JournalEntry[] {
      entry(
          46,
          "ISSUE_INSTRUCTION",
          "MEMBER_DEAD",
          "member " + member(3) + " is dead: EC2 shows its instance terminated"),
      entry(
          42,
          "CLOSE_OPERATION",
          "OUTCOME_DONE",
          "REMOVE_MEMBER on " + instance(1) + ": member " + member(3) + " is removed"),
      entry(
          12,
          "ISSUE_INSTRUCTION",
          "NODE_WAITS",
          instance(4) + " has no data and the group wants 3"),
    };
  }

  private static SnapshotRecord.Verified verified(long secondsAgo) {
    return new SnapshotRecord.Verified(NOW.minusSeconds(secondsAgo), 4200);
  }

  private static SnapshotRecord snapshot(Instant at, long revision) {
    SnapshotId id = SnapshotId.of(at, Generation.FIRST, (int) revision);
    return SnapshotRecord.taken(
        new SnapshotManifest(
            id,
            Sample.DEMO,
            Sample.UID,
            Sample.CLUSTER_ID,
            member(2),
            instance(2),
            SnapshotKeys.data(Sample.DEMO, Sample.UID, id, 1),
            new SnapshotManifest.Position(revision, revision, 2, revision + 6),
            "3.5.30",
            2_100_000,
            "00".repeat(32),
            Optional.empty(),
            at.plusSeconds(1),
            "scheduled",
            "0.1.0"));
  }

  /** Its third member was killed: what an agent reports a moment later. */
  static Sample killed() {
    return healthy().node(Sample.stopped(3, DataState.INTACT));
  }

  /** Its third instance is gone, and a fourth joins in its place. */
  static Sample joining() {
    List<MemberEntry> members = NodeSample.initialMembers();
    members.remove(2);
    members.add(NodeSample.entry(4, true));
    Sample sample =
        healthy()
            .journalled(
                Stream.concat(Stream.of(past()), Stream.of(replacing()))
                    .toArray(JournalEntry[]::new));
    Status status =
        sample
            .status()
            .showing(
                Phase.CHANGING,
                List.of(
                    Sample.condition(
                        Condition.Type.REDUNDANCY_NONE,
                        "2 of 2 voters serve: one more lost voter loses the quorum, until the"
                            + " learner on "
                            + instance(4)
                            + " is promoted")))
            .opening(
                new OpenCommand(
                    "join-40-beef",
                    CommandKind.JOIN,
                    instance(4),
                    Optional.empty(),
                    NOW.minusSeconds(12),
                    false))
            .withTombstones(Map.of(instance(3), NOW.minusSeconds(60)));
    return sample
        .status(status)
        .node(NodeSample.of(1).members(members).build())
        .node(NodeSample.of(2).members(members).index(5208).build())
        .node(
            NodeSample.of(4)
                .members(members)
                .learner()
                .index(3100)
                .currentStep("JOIN CATCH_UP: 3100 of 5210 raft entries")
                .build());
  }

  /** Everything was lost, and its snapshot is tried. */
  static Sample recovering() {
    Sample sample = healthy();
    for (int n = 1; n <= 3; n++) {
      sample.node(NodeSample.of(n).down(DataState.LOST, ProcessState.STOPPED).build());
    }
    return sample.status(
        sample
            .status()
            .showing(
                Phase.NO_QUORUM,
                List.of(
                    Sample.condition(
                        Condition.Type.RECOVERY_RUNS,
                        "generation 1 is lost: a snapshot is restored as generation 2"))));
  }

  static Recovery trial() {
    RecoverySource source =
        new RecoverySource(
            SnapshotId.of(NOW.minusSeconds(600), Generation.FIRST, 5130), "00ff", 5130, NOW);
    return Recovery.suspected(
            "recovery-1-n",
            Sample.UID,
            Generation.FIRST,
            new FencingToken(9),
            Recovery.Action.RESEED,
            NOW.minusSeconds(20))
        .fencing(NOW.minusSeconds(15))
        .gathered(Map.of(instance(1), "its own agent reports its data LOST"), NOW.minusSeconds(10))
        .trying(source, instance(2), NOW.minusSeconds(4));
  }

  static void put(RecordStore store, Recovery recovery) {
    Stored.put(store, Keys.recovery(Sample.DEMO), Codecs.RECOVERY.write(recovery));
  }

  /** The same cluster under another name. */
  static ClusterSummary named(String name, Sample sample) {
    ClusterSummary as = sample.summary();
    return new ClusterSummary(
        new ClusterName(name),
        as.spec(),
        as.lineage(),
        as.status(),
        as.lease(),
        as.nodes(),
        as.snapshots().stream().map(record -> of(new ClusterName(name), record)).toList(),
        as.journal(),
        List.of(),
        NOW);
  }

  private static SnapshotRecord of(ClusterName cluster, SnapshotRecord record) {
    SnapshotManifest made = record.manifest();
    SnapshotManifest manifest =
        new SnapshotManifest(
            made.id(),
            cluster,
            made.uid(),
            made.etcdClusterId(),
            made.member(),
            made.instance(),
            SnapshotKeys.data(cluster, made.uid(), made.id(), 1),
            made.position(),
            made.etcdVersion(),
            made.sizeBytes(),
            made.sha256(),
            made.hash(),
            made.takenAt(),
            made.because(),
            made.quorateVersion());
    return new SnapshotRecord(
        manifest,
        record.state(),
        record.verified(),
        record.pinnedBy(),
        record.failure(),
        record.agreement(),
        record.unreadable(),
        record.found());
  }

  /** A fleet: most of it healthy. */
  static void fleet(RecordStore store) {
    List<String> healthy =
        List.of(
            "accounts",
            "billing",
            "checkout",
            "edge-eu",
            "edge-us",
            "flags",
            "inventory",
            "jobs",
            "ledger",
            "mail",
            "metrics",
            "orders",
            "payments-eu",
            "pricing",
            "queue",
            "scheduler",
            "sessions",
            "tenants",
            "vault");
    healthy.forEach(name -> Stored.put(store, named(name, healthy())));
    Stored.put(store, named("payments-us", joining()));
    Stored.put(store, named("search", recovering()));
    Sample silent = healthy().silent(NodeSample.of(3).build());
    silent.status(
        silent
            .status()
            .showing(
                Phase.DEGRADED,
                List.of(
                    Sample.condition(
                        Condition.Type.VOTER_SILENT,
                        "member "
                            + member(3)
                            + " on "
                            + instance(3)
                            + " gives no answer to the leader"))));
    Stored.put(store, named("catalog", silent));
    Sample overdue = healthy();
    overdue.status(
        overdue
            .status()
            .showing(
                Phase.HEALTHY,
                List.of(
                    Sample.condition(
                        Condition.Type.SNAPSHOT_OVERDUE,
                        "two intervals passed without a snapshot"))));
    Stored.put(store, named("reports", overdue));
  }
}
