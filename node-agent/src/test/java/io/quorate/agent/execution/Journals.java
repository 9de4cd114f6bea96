package io.quorate.agent.execution;

import io.quorate.command.CommandHeader;
import io.quorate.command.CommandSlot;
import io.quorate.command.JoinCluster;
import io.quorate.command.Outcome;
import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.model.EtcdClusterId;
import io.quorate.model.FencingToken;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.state.AgentIncarnation;
import io.quorate.state.Bootstrap;
import io.quorate.state.DataState;
import io.quorate.state.Endpoints;
import io.quorate.state.EtcdRuns;
import io.quorate.state.Heartbeat;
import io.quorate.state.InitialMember;
import io.quorate.state.Lineage;
import io.quorate.state.MemberIdentity;
import io.quorate.state.ProcessState;
import io.quorate.state.Watermark;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Journals and records to decide on, all of one node that serves in generation 2. */
public final class Journals {
  public static final ClusterUid UID = new ClusterUid("uid-1");
  public static final InstanceId NODE = new InstanceId("i-1");
  public static final Endpoints ENDPOINTS =
      new Endpoints("http://10.0.0.1:2380", "http://10.0.0.1:2379");
  public static final MemberId MEMBER = new MemberId(0xa1);
  public static final EtcdClusterId CLUSTER = new EtcdClusterId(0xc1);
  public static final Generation SECOND = new Generation(2);
  public static final String NONCE = "dnonce";
  public static final String DIRECTORY = "2-dnonce";

  private Journals() {}

  /** The member: founded with three entries, its log held term 4, index 40. */
  public static JournalMember member() {
    return new JournalMember(
        new MemberIdentity(UID, SECOND, CLUSTER, MEMBER, NONCE),
        DIRECTORY,
        "token",
        "i-1=http://10.0.0.1:2380",
        3,
        true,
        new Watermark(4, 40),
        List.of("http://10.0.0.2:2379"));
  }

  /** The journal of a disk without a member, in its fifth boot. */
  public static AgentJournal memberless() {
    AgentJournal journal = AgentJournal.fresh(NODE, "disk");
    for (int boot = 0; boot < 5; boot++) {
      journal = journal.edit().booted().done();
    }
    return journal.edit().uid(UID).seen(SECOND).seen(new FencingToken(20)).done();
  }

  /** The journal of a disk with the member. */
  public static AgentJournal serving() {
    return memberless().edit().memberCreated(member()).done();
  }

  /** A journal with a join under way. */
  public static AgentJournal joining(AgentJournal journal) {
    CommandProgress progress =
        new CommandProgress(
            slot().command(), "START", Map.of("learner", "a1"), 7, Optional.empty());
    return journal.edit().progress(progress).done();
  }

  public static CommandSlot slot() {
    return slot(header());
  }

  public static CommandSlot slot(CommandHeader header) {
    return new CommandSlot(
        new JoinCluster(
            header,
            Optional.of(new MemberId(0x99)),
            "token",
            CLUSTER,
            List.of("http://10.0.0.2:2379"),
            60_000,
            100),
        CommandSlot.State.OPEN);
  }

  public static CommandHeader header() {
    return new CommandHeader("told", NODE, UID, SECOND, new FencingToken(20), Instant.EPOCH);
  }

  /** The record at a generation. */
  public static Optional<Lineage> lineage(ClusterUid uid, long generation) {
    InitialMember voter = new InitialMember(NODE, MEMBER, ENDPOINTS, "zone-1", "disk");
    Bootstrap bootstrap =
        new Bootstrap(
            new Generation(generation),
            "token",
            CLUSTER,
            List.of(voter),
            "bootstrap",
            Instant.EPOCH);
    return Optional.of(Lineage.unbootstrapped(uid).committing(bootstrap).committed());
  }

  /** A heartbeat of an earlier boot of this disk, with that watermark. */
  public static Heartbeat rowAt(Watermark watermark) {
    return row("disk", 1, member().identity(), watermark);
  }

  /** A heartbeat of this node in which all is settled. */
  public static Heartbeat row(String diskId, long boot) {
    return row(diskId, boot, member().identity(), Watermark.NONE);
  }

  /** A heartbeat of this node as that member on that disk. */
  public static Heartbeat rowOf(String diskId, MemberId member) {
    return row(diskId, 1, member, Watermark.NONE);
  }

  /** The same in that boot, with that watermark. */
  public static Heartbeat row(String diskId, long boot, MemberId member, Watermark watermark) {
    MemberIdentity own = member().identity();
    return row(
        diskId,
        boot,
        new MemberIdentity(
            own.uid(), own.generation(), own.clusterId(), member, own.directoryNonce()),
        watermark);
  }

  private static Heartbeat row(
      String diskId, long boot, MemberIdentity identity, Watermark watermark) {
    return row(diskId, boot, identity, watermark, FencingToken.NONE, Optional.empty());
  }

  /** A heartbeat that has seen this token. */
  public static Heartbeat seeing(Heartbeat row, FencingToken seen) {
    return telling(row, seen, Optional.empty());
  }

  /** A heartbeat that tells how an instruction ended. */
  public static Heartbeat answering(Heartbeat row, FencingToken seen, Outcome outcome) {
    return telling(row, seen, Optional.of(outcome));
  }

  private static Heartbeat telling(Heartbeat row, FencingToken seen, Optional<Outcome> outcome) {
    return row(
        row.boot().diskId(),
        row.boot().count(),
        row.identity().orElseThrow(),
        row.watermark(),
        seen,
        outcome);
  }

  private static Heartbeat row(
      String diskId,
      long boot,
      MemberIdentity identity,
      Watermark watermark,
      FencingToken seenToken,
      Optional<Outcome> outcome) {
    return new Heartbeat(
        new ClusterName("demo"),
        NODE,
        "zone-1",
        ENDPOINTS,
        "test",
        new AgentIncarnation(diskId, boot, "boot"),
        1,
        1,
        Optional.of(identity),
        DataState.INTACT,
        watermark,
        ProcessState.STOPPED,
        Optional.empty(),
        EtcdRuns.UNTOLD,
        Optional.empty(),
        false,
        List.of(),
        List.of(),
        SECOND,
        seenToken,
        outcome,
        Optional.empty(),
        Optional.empty(),
        io.quorate.state.NodeReport.NOTHING,
        Instant.EPOCH);
  }
}
