package io.quorate.codec;

import io.quorate.command.CommandHeader;
import io.quorate.command.CommandKind;
import io.quorate.command.Outcome;
import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.model.EtcdClusterId;
import io.quorate.model.FencingToken;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.release.EtcdRelease;
import io.quorate.release.ReleaseArchive;
import io.quorate.release.StorageVersion;
import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import io.quorate.snapshot.ArchivedLog;
import io.quorate.snapshot.LogEnd;
import io.quorate.snapshot.SnapshotId;
import io.quorate.snapshot.SnapshotManifest;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.spec.ClusterSpec;
import io.quorate.spec.EtcdVersion;
import io.quorate.state.AccessRefused;
import io.quorate.state.AgentIncarnation;
import io.quorate.state.AuthWork;
import io.quorate.state.Bootstrap;
import io.quorate.state.BucketUpkeep;
import io.quorate.state.BucketUse;
import io.quorate.state.CatalogueDigest;
import io.quorate.state.ComparisonRound;
import io.quorate.state.Condition;
import io.quorate.state.DataComparison;
import io.quorate.state.DataHolders;
import io.quorate.state.DataHolding;
import io.quorate.state.DataState;
import io.quorate.state.DecisionSummary;
import io.quorate.state.DnsRecords;
import io.quorate.state.Endpoints;
import io.quorate.state.EtcdRuns;
import io.quorate.state.Fenced;
import io.quorate.state.FleetEntry;
import io.quorate.state.GroupIntents;
import io.quorate.state.Heartbeat;
import io.quorate.state.HeartbeatProgress;
import io.quorate.state.Holder;
import io.quorate.state.HookAnswer;
import io.quorate.state.InitialMember;
import io.quorate.state.InstanceStop;
import io.quorate.state.Interruption;
import io.quorate.state.JoinBackoff;
import io.quorate.state.JournalEntry;
import io.quorate.state.LastCommand;
import io.quorate.state.Lease;
import io.quorate.state.Lineage;
import io.quorate.state.MaintenanceLane;
import io.quorate.state.MemberEntry;
import io.quorate.state.MemberIdentity;
import io.quorate.state.MemberStatus;
import io.quorate.state.NodeReport;
import io.quorate.state.NodeSpace;
import io.quorate.state.OldLog;
import io.quorate.state.OpenCommand;
import io.quorate.state.OwnCertificates;
import io.quorate.state.Pause;
import io.quorate.state.PeerView;
import io.quorate.state.Phase;
import io.quorate.state.ProcessState;
import io.quorate.state.ProvenMembership;
import io.quorate.state.PublicKeyProof;
import io.quorate.state.PutAside;
import io.quorate.state.Reached;
import io.quorate.state.ReportedRestarts;
import io.quorate.state.RevokedLeases;
import io.quorate.state.RollOutHalt;
import io.quorate.state.Soaking;
import io.quorate.state.SpaceWork;
import io.quorate.state.SpecRecord;
import io.quorate.state.Status;
import io.quorate.state.StruckRows;
import io.quorate.state.TableRollback;
import io.quorate.state.Termination;
import io.quorate.state.UnansweredCall;
import io.quorate.state.UnstartedVoter;
import io.quorate.state.Watermark;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** One record of each kind with every attribute there. */
public final class Samples {
  static final Instant AT = Instant.parse("2026-01-02T03:04:05.678Z");
  private static final ClusterName DEMO = new ClusterName("demo");
  static final ClusterUid UID = new ClusterUid("uid-7f3a");
  static final InstanceId ONE = new InstanceId("i-01");
  static final InstanceId TWO = new InstanceId("i-02");
  static final MemberId M1 = MemberId.parse("8e9e05c52164694d");
  static final MemberId M2 = MemberId.parse("fd422379fda50e48");
  static final EtcdClusterId CLUSTER_ID = EtcdClusterId.parse("cdf818194e3a8c32");
  static final Endpoints AT_ONE = new Endpoints("http://127.0.1.1:2380", "http://127.0.1.1:2379");
  static final Endpoints AT_TWO = new Endpoints("http://127.0.1.2:2380", "http://127.0.1.2:2379");

  static final Bootstrap BOOTSTRAP =
      new Bootstrap(
          Generation.FIRST,
          "uid-7f3a-1-n0",
          CLUSTER_ID,
          List.of(
              new InitialMember(ONE, M1, AT_ONE, "zone-a", "disk-1"),
              new InitialMember(TWO, M2, AT_TWO, "zone-b", "disk-2")),
          "n0",
          AT);
  static final Lineage LINEAGE = Lineage.unbootstrapped(UID).committing(BOOTSTRAP).committed();
  static final Lease LEASE =
      new Lease(
          "turn-5",
          new FencingToken(42),
          AT.plusSeconds(30),
          Map.of(
              ONE,
              new HeartbeatProgress("boot-1", 17, AT, Map.of("clock-1", AT), Duration.ZERO, 0),
              TWO,
              new HeartbeatProgress(
                  "b2",
                  3,
                  AT,
                  Map.of("clock-1", AT, "clock-2", AT.minusSeconds(9)),
                  Duration.ofSeconds(9),
                  4)),
          Optional.of("1.2.3"),
          Map.of("Ec2 DescribeInstances", new UnansweredCall("throttled", AT, AT.plusSeconds(60))));
  static final Outcome OUTCOME =
      new Outcome("op-1", CommandKind.JOIN, Outcome.Result.DONE, "promote", "lag 0");

  static final EtcdRelease RELEASE =
      new EtcdRelease(
          EtcdVersion.parse("3.5.33").orElseThrow(),
          new ReleaseArchive("linux-amd64", "00c0ffee".repeat(8), 23_456_789),
          "ann",
          AT,
          false);

  /** A heartbeat in which everything is told. */
  public static final Heartbeat HEARTBEAT =
      new Heartbeat(
          DEMO,
          ONE,
          "zone-a",
          AT_ONE,
          "0.1.0",
          new AgentIncarnation("disk-1", 3, "boot-1"),
          17,
          5,
          Optional.of(new MemberIdentity(UID, Generation.FIRST, CLUSTER_ID, M1, "dir-1")),
          DataState.INTACT,
          new Watermark(2, 1_198),
          ProcessState.ANSWERING,
          Optional.of("killed by signal 9"),
          new EtcdRuns(
              EtcdVersion.parse("3.5.30"),
              4,
              Optional.of("the spec wants 3.5.31"),
              Optional.of("00c0ffee"),
              Set.of(RELEASE.version()),
              3,
              1),
          Optional.of(
              new MemberStatus(
                  M1,
                  CLUSTER_ID,
                  Optional.of(M2),
                  false,
                  1_000,
                  2,
                  1_200,
                  1_199,
                  20_480,
                  16_384,
                  "3.5.30",
                  List.of("NOSPACE"),
                  Optional.of(
                      new StorageVersion(
                          EtcdVersion.parse("3.6.0").orElseThrow(), EtcdVersion.parse("3.5"))))),
          true,
          List.of(
              new MemberEntry(M1, "i-01", List.of(AT_ONE.peerUrl()), false),
              new MemberEntry(M2, "", List.of(AT_TWO.peerUrl()), true)),
          List.of(new PeerView(M2, 1_500, false, PeerView.Contact.NEVER)),
          Generation.FIRST,
          new FencingToken(41),
          Optional.of(OUTCOME),
          Optional.of("op-2: catch up"),
          Optional.of("etcd exited"),
          new NodeReport(
              Set.of("LEAVE", "TAKE_SNAPSHOT"),
              Optional.of(
                  new DataHolding(
                      DataHolding.State.NONE, Optional.of(DataHolding.Cause.LEFT), "disk-1")),
              true,
              Optional.of(new Fenced(Generation.FIRST, "recovery-1", "boot-1", 3, 1_200)),
              Optional.of(
                  new Outcome(
                      "task-1",
                      2,
                      CommandKind.TAKE_SNAPSHOT,
                      Outcome.Result.DONE,
                      "20 KiB in 0.1 s",
                      Map.of("revision", 7L))),
              Optional.of("TAKE_SNAPSHOT: 3 of 20 MiB"),
              1_001,
              Optional.of(new Interruption("terminate", AT)),
              Optional.of(new PublicKeyProof("-----BEGIN CERTIFICATE REQUEST-----")),
              Optional.of(
                  new OwnCertificates(
                      Optional.of(AT), Optional.of("tls.files.key: none"), Optional.of("node"))),
              Optional.of(new ArchivedLog(Generation.FIRST, "recovery-1", "g1-a", "disk-1", 3, 9)),
              Optional.of(new RevokedLeases(2, 5)),
              Optional.of(new AccessRefused("etcdserver: user name is empty", true)),
              Optional.of(new NodeSpace(20L << 30, 9L << 30, 2L << 30)),
              Optional.of(new PutAside(2, 128_000_000, List.of(new LogEnd(CLUSTER_ID, 3, 9)))),
              12,
              true),
          AT);

  private static final ComparisonRound COMPARED =
      ComparisonRound.begun("compare-1", Optional.of("request-1"), AT, 1_000, Map.of(M1, ONE))
          .answered(M1, new ComparisonRound.KeyHash(4_123_456_789L, 12), AT);

  static final DataComparison COMPARISON =
      new DataComparison(
          Optional.of(COMPARED.again("i-01 did not answer", AT)),
          Optional.of(COMPARED.ended(ComparisonRound.Result.INCOMPLETE, "i-02 is silent", AT)),
          Optional.of(COMPARED.ended(ComparisonRound.Result.DIFFERS, "i-02 differs", AT)),
          Optional.of(COMPARED.ended(ComparisonRound.Result.DIFFERS, "i-02 differs", AT)),
          Optional.of(COMPARED.ended(ComparisonRound.Result.EQUAL, "all are equal", AT)),
          Map.of(TWO, AT));

  static final Status STATUS =
      new Status(
          Phase.CHANGING,
          List.of(new Condition(Condition.Type.REDUNDANCY_NONE, "i-02 is gone", AT)),
          Optional.of(
              new OpenCommand("op-2", CommandKind.REMOVE_MEMBER, ONE, Optional.of(M2), AT, true)),
          List.of(
              new Termination(
                  TWO, "silent for 90 s", AT, Optional.of(AT), Optional.of("throttled"))),
          List.of(
              new Termination(
                  new InstanceId("i-00"), "terminated", AT, Optional.of(AT), Optional.empty())),
          Map.of(TWO, new InstanceStop(AT, Optional.of(AT.plusSeconds(5)))),
          Map.of(new InstanceId("i-00"), AT),
          Map.of(TWO, new JoinBackoff(2, AT.plusSeconds(60))),
          Optional.of(AT),
          Optional.of(new DecisionSummary("RemoveMember", "MEMBER_DEAD", "i-02 is gone", AT)),
          Map.of(
              ONE,
              new ReportedRestarts(
                  new AgentIncarnation("disk-1", 3, "boot-1"), AT, "dir-1", 4, AT)),
          Optional.of(new TableRollback("node i-01 had seen generation 2, the table held 1", AT)),
          Optional.of(
              new ProvenMembership(
                  Generation.FIRST,
                  CLUSTER_ID,
                  List.of(
                      new MemberEntry(M1, "i-01", List.of(AT_ONE.peerUrl()), false),
                      new MemberEntry(M2, "", List.of(AT_TWO.peerUrl()), true)),
                  Map.of(M1, ONE, M2, TWO),
                  List.of(new MemberId(0x30L)),
                  7,
                  1_234,
                  ONE,
                  AT)),
          new MaintenanceLane(
              Optional.of(
                  new OpenCommand(
                      "task-2",
                      CommandKind.VERIFY_SNAPSHOT,
                      TWO,
                      "20260102T030405Z-g1-0a1b",
                      Optional.of("request-1"),
                      AT,
                      AT.plusSeconds(600),
                      false)),
              Map.of(
                  CommandKind.TAKE_SNAPSHOT,
                  new LastCommand(ONE, AT, Outcome.Result.FAILED, "the disk is full", 2)),
              new BucketUpkeep(
                  Optional.of(AT),
                  Map.of(
                      BucketUse.LOOK,
                      new BucketUpkeep.Failing("ACCESS_DENIED: denied", 2, AT),
                      BucketUse.AUTHORITIES,
                      new BucketUpkeep.Failing("STORE_AWAY: 503", 1, AT)),
                  Optional.of("c/claim.json is missing"),
                  Optional.of("demo/uid-7f3a/snapshots/foo.pin"),
                  Optional.of(
                      new CatalogueDigest(
                          new SnapshotId("20260102T030405Z-g1-0a1b"),
                          List.of(new SnapshotId("20260101T030405Z-g1-0a1b")))),
                  Set.of("ES256")),
              new SpaceWork(
                  Optional.of(new SpaceWork.Compacted(AT, 2_048, true)),
                  Map.of(TWO, new SpaceWork.Defragmented(AT, 4_096))),
              COMPARISON,
              new AuthWork(
                  Optional.of("0a1b"),
                  Optional.of(
                      new AuthWork.Seen(
                          AT,
                          true,
                          12,
                          "user me is not in the spec",
                          List.of("u"),
                          "u: no file")))),
          new DataHolders(
              Map.of(
                  ONE,
                  new Holder(Generation.FIRST, "disk-1", AT)
                      .shownIn("us-east-1/123456789012")
                      .unknown(AT)),
              new Reached(Generation.FIRST, 2, 1_198, 1_001),
              List.of(
                  new OldLog(
                      TWO,
                      new ArchivedLog(Generation.FIRST, "recovery-1", "g1-b", "disk-2", 3, 9),
                      OldLog.Fate.DIVERGENT,
                      AT,
                      Optional.of("demo/uid-7f3a/directories/1/i-2-disk-2-g1-b.tar"))),
              Map.of(new MemberId(7), UnstartedVoter.seen(AT).proved(AT))),
          new GroupIntents(
                  Map.of(TWO, AT),
                  List.of(
                      new HookAnswer(
                          TWO,
                          "terminate",
                          Optional.of(HookAnswer.Result.CONTINUE),
                          AT,
                          Optional.of(AT),
                          Optional.of("throttled"),
                          Optional.of(AT))))
              .replacing(Optional.of(Termination.decided(ONE, "it is outdated", AT).asked(AT)))
              .missing(Map.of(ONE, AT)),
          Optional.of(
              new RollOutHalt(
                  TWO,
                  "00c0ffee",
                  "CONFIRM: exit code 2",
                  AT,
                  SnapshotId.parse("20260102T030405Z-g1-0a1b"))),
          Optional.of(
              new Soaking(TWO, EtcdVersion.parse("3.5.30").orElseThrow(), 3, Optional.of(AT))),
          EtcdVersion.parse("3.6.14"),
          Optional.of(
              new DnsRecords(
                  "Z1",
                  "demo.etcd.internal",
                  Optional.of("quorate demo uid-7f3a 41"),
                  Map.of(ONE, AT_ONE.clientUrl(), TWO, AT_TWO.clientUrl()),
                  Map.of(ONE, AT_ONE.clientUrl()),
                  Map.of(ONE, AT),
                  Optional.of(AT),
                  Optional.of(AT),
                  Optional.of(new DnsRecords.Failure("Throttling: Rate exceeded", AT)),
                  Optional.of(new DnsRecords.PutBack("A was [10.0.0.9]", AT)))));
  static final SnapshotManifest MANIFEST =
      new SnapshotManifest(
          new SnapshotId("20260102T030405Z-g1-0a1b"),
          DEMO,
          UID,
          CLUSTER_ID,
          M1,
          ONE,
          "demo/uid-7f3a/snapshots/20260102T030405Z-g1-0a1b.1.db",
          new SnapshotManifest.Position(1_000, 1_000, 2, 1_198),
          "3.5.30",
          20_480,
          "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
          Optional.of(new SnapshotManifest.KvHash(4_123_456_789L, 1_000, 12)),
          AT,
          "scheduled",
          "0.1.0");

  static final SnapshotRecord SNAPSHOT =
      new SnapshotRecord(
          MANIFEST,
          SnapshotRecord.State.VERIFIED,
          Optional.of(new SnapshotRecord.Verified(AT, 480, EtcdVersion.parse("3.5.30"))),
          Optional.of("someone"),
          Optional.of("it was FAILED before"),
          Optional.of(SnapshotRecord.Agreement.EQUAL),
          Optional.of("ARCHIVED: it was"),
          true);
  static final StruckRows STRUCK =
      StruckRows.NONE
          .with(TWO, new StruckRows.Strike(AT, "someone"))
          .with(ONE, new StruckRows.Strike(AT, "another"));

  static final Request REQUEST =
      new Request(
          "000001767323045678-a1",
          RequestKind.TAKE_SNAPSHOT,
          Map.of("from", "i-01"),
          "someone@host",
          AT,
          Request.State.TAKEN_UP,
          "i-01 takes it",
          Map.of("task", "task-1"));
  static final JournalEntry JOURNAL_ENTRY =
      new JournalEntry(
          JournalEntry.id(AT, new FencingToken(42), 0),
          AT,
          new FencingToken(42),
          "RemoveMember",
          "MEMBER_DEAD",
          "i-02 is gone",
          Map.of("quorum", "2 of 3", "leader", "i-01"));
  static final SpecRecord SPEC =
      new SpecRecord(
          ClusterSpec.defaults(DEMO, EtcdVersion.parse("3.5.30").orElseThrow()),
          UID,
          3,
          AT,
          "someone@host",
          Optional.empty(),
          Optional.of(new Pause(AT, "alice", "the storage is being repaired")));
  static final FleetEntry FLEET_ENTRY = new FleetEntry(DEMO, UID, "demo-nodes", true, AT);

  static final CommandHeader HEADER =
      new CommandHeader("op-2", ONE, UID, Generation.FIRST, new FencingToken(42), AT);

  private Samples() {}

  static Status quiet() {
    return Status.initial();
  }

  static Heartbeat steadyNewcomer() {
    return new Heartbeat(
        DEMO,
        TWO,
        "zone-b",
        AT_TWO,
        "0.1.0",
        new AgentIncarnation("disk-2", 1, "boot-2"),
        0,
        0,
        Optional.empty(),
        DataState.NONE,
        Watermark.NONE,
        ProcessState.STOPPED,
        Optional.empty(),
        EtcdRuns.UNTOLD,
        Optional.empty(),
        false,
        List.of(),
        List.of(),
        Generation.UNBOOTSTRAPPED,
        FencingToken.NONE,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        NodeReport.NOTHING,
        AT);
  }
}
