package io.quorate.agent.steps;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.execution.AgentJournalCodec;
import io.quorate.agent.execution.ControlRecord;
import io.quorate.agent.execution.DataVerdict;
import io.quorate.agent.execution.InstructionProgress;
import io.quorate.agent.execution.JournalMember;
import io.quorate.agent.execution.NodeDescription;
import io.quorate.agent.port.DataDisk;
import io.quorate.agent.port.Exit;
import io.quorate.agent.run.AgentPorts;
import io.quorate.instruction.Instruction;
import io.quorate.instruction.InstructionHeader;
import io.quorate.instruction.InstructionSlot;
import io.quorate.instruction.JoinCluster;
import io.quorate.instruction.LeaveCluster;
import io.quorate.instruction.RemoveMember;
import io.quorate.memory.InMemoryRecordStore;
import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.model.FencingToken;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.spec.ClusterSpec;
import io.quorate.spec.EtcdVersion;
import io.quorate.state.Bootstrap;
import io.quorate.state.DataState;
import io.quorate.state.Endpoints;
import io.quorate.state.MemberEntry;
import io.quorate.state.MemberIdentity;
import io.quorate.state.Watermark;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** One node's world, modelled: its disk, its journal, its etcd and the cluster around it. */
public final class StepWorld {
  static final long LAG_LIMIT = 100;
  static final ClusterUid UID = new ClusterUid("uid-1");
  static final String TOKEN = "modelled-1-token";
  static final MemberId FORMER = new MemberId(0x99);
  static final String FORMER_DIRECTORY = "1-former";

  /** Which node it is. */
  public static final NodeDescription SELF =
      new NodeDescription(
          new ClusterName("modelled"), new InstanceId("i-1"), "zone-1", endpoints(1), "test");

  final Fuse fuse;
  final ModelDisk disk;
  final ModelJournal journal;

  /** The etcd cluster around it. */
  public final ModelCluster cluster;

  final ModelHost host;
  Bootstrap bootstrap = ModelLineage.bootstrap(1);
  private Optional<Instruction> instruction = Optional.empty();
  private Optional<String> cancelAt = Optional.empty();
  private boolean cancelled;
  private boolean over;
  private int readAt = -1;
  private Optional<AgentJournal> read = Optional.empty();
  private long now;
  private String mint = "nonce";
  private int nonces;

  StepWorld(Fuse fuse) {
    this.fuse = fuse;
    disk = new ModelDisk(fuse);
    journal = new ModelJournal(fuse);
    cluster = new ModelCluster(fuse, disk, () -> bootstrap.clusterId(), SELF.endpoints());
    host = new ModelHost(fuse, disk, cluster);
  }

  /** A disk that nobody used, in the place of the one that registered. */
  public static AgentPorts newDisk() {
    StepWorld world = new StepWorld(new Fuse(Set.of()));
    world.mint = "other";
    return world.ports();
  }

  /** A disk with the member of another instance. */
  public static AgentPorts movedDisk() {
    StepWorld world = new StepWorld(new Fuse(Set.of()));
    world.journal.left(
        AgentJournalCodec.write(AgentJournal.fresh(new InstanceId("i-moved"), "disk")));
    return world.ports();
  }

  /** A founding voter that has not run yet, beside two others that run. */
  public static StepWorld withInitialMember() {
    return new StepWorld(new Fuse(Set.of())).bootstrapped().initialMember();
  }

  /** The own etcd is killed. */
  public void killEtcd() {
    host.die(Exit.Cause.KILLED);
  }

  /** Whether the own etcd runs. */
  public boolean etcdRuns() {
    return host.runs();
  }

  /** The disk is set back, journal and all, to when its log ended here; its etcd dies of that. */
  public void setBack(long index) {
    killEtcd();
    AgentJournal late = remembered().orElseThrow();
    JournalMember member = late.usableMember().orElseThrow();
    MemberIdentity identity = member.identity();
    Watermark then = new Watermark(member.watermark().term(), index);
    journal.left(
        AgentJournalCodec.write(
            late.edit().memberKnown(member.learned(then, member.contacts())).done()));
    disk.put(
        member.directory(),
        new DataDisk.View.Holds(
            identity.clusterId(),
            identity.memberId(),
            identity.directoryNonce(),
            then.term(),
            index));
  }

  /** The disk is set back, journal and all, to when its directory was made but never used. */
  void setBackToUnused(AgentJournal then) {
    String directory = remembered().orElseThrow().usableMember().orElseThrow().directory();
    killEtcd();
    journal.left(AgentJournalCodec.write(then));
    disk.empty(directory);
  }

  static Endpoints endpoints(int n) {
    return new Endpoints("http://10.0.0." + n + ":2380", "http://10.0.0." + n + ":2379");
  }

  /** The founding voters are listed; the others run. */
  StepWorld bootstrapped() {
    bootstrap.voters().stream()
        .filter(v -> !v.instance().equals(SELF.instance()))
        .forEach(v -> cluster.left(v.memberId(), v.instance().value(), v.endpoints(), false, true));
    return this;
  }

  /** This node is none of the founding voters. */
  StepWorld newcomer() {
    bootstrap = ModelLineage.bootstrap(2);
    return bootstrapped();
  }

  /** This node is a listed founding voter that has not run yet. */
  StepWorld initialMember() {
    cluster.left(own(), "", SELF.endpoints(), false, false);
    return this;
  }

  /** This node's former member is a voter whose directory was taken away under its etcd. */
  StepWorld wiped() {
    cluster.left(FORMER, "i-1", SELF.endpoints(), false, true);
    disk.put(FORMER_DIRECTORY, holds(FORMER));
    host.left(FORMER_DIRECTORY);
    disk.wipe(FORMER_DIRECTORY);
    remember(FORMER, Optional.of(new DataVerdict(DataState.LOST, "wiped")));
    return this;
  }

  /** This node's former member is dead: its data, damaged, is on the disk. */
  StepWorld damaged() {
    cluster.left(FORMER, "i-1", SELF.endpoints(), false, false);
    disk.put(FORMER_DIRECTORY, holds(FORMER));
    remember(FORMER, Optional.of(new DataVerdict(DataState.DAMAGED, "modelled")));
    return this;
  }

  /** An earlier join of a node with this address left an unstarted learner. */
  StepWorld leftover() {
    cluster.left(new MemberId(0x77), "", SELF.endpoints(), true, false);
    return this;
  }

  /** This node serves, and another member is dead. */
  StepWorld servingBesideADead(MemberId dead) {
    cluster.left(dead, "i-9", endpoints(9), false, false);
    return serving();
  }

  private DataDisk.View.Holds holds(MemberId member) {
    return new DataDisk.View.Holds(bootstrap.clusterId(), member, "former", 2, 900);
  }

  private void remember(MemberId member, Optional<DataVerdict> verdict) {
    MemberIdentity identity =
        new MemberIdentity(UID, Generation.FIRST, bootstrap.clusterId(), member, "former");
    AgentJournal before =
        AgentJournal.fresh(SELF.instance(), "disk")
            .edit()
            .uid(UID)
            .memberCreated(
                new JournalMember(
                    identity,
                    FORMER_DIRECTORY,
                    TOKEN,
                    "",
                    0,
                    true,
                    new Watermark(2, 9),
                    contacts()))
            .done();
    journal.left(
        AgentJournalCodec.write(
            verdict.map(word -> before.edit().verdict(word).done()).orElse(before)));
  }

  static List<String> contacts() {
    return List.of(endpoints(2).clientUrl(), endpoints(3).clientUrl());
  }

  static InstructionHeader header() {
    return new InstructionHeader(
        "told-1", SELF.instance(), UID, Generation.FIRST, new FencingToken(7), Instant.EPOCH);
  }

  StepWorld toldToJoin(Optional<MemberId> supersedes) {
    instruction =
        Optional.of(
            new JoinCluster(
                header(), supersedes, TOKEN, bootstrap.clusterId(), contacts(), 60_000, LAG_LIMIT));
    return this;
  }

  StepWorld toldToRemove(MemberId target, boolean onlyUnstarted) {
    instruction =
        Optional.of(
            new RemoveMember(header(), bootstrap.clusterId(), target, onlyUnstarted, "modelled"));
    return this;
  }

  /** It is told to leave the cluster that it leads. */
  StepWorld toldToLeave() {
    cluster.leads(SELF.endpoints().clientUrl());
    instruction =
        Optional.of(new LeaveCluster(header(), bootstrap.clusterId(), own(), contacts(), 60_000));
    return this;
  }

  /** It is told this. */
  StepWorld told(Instruction what) {
    instruction = Optional.of(what);
    return this;
  }

  /** This node serves beside two others. */
  StepWorld serving() {
    cluster.left(own(), "i-1", SELF.endpoints(), false, true);
    disk.put(FORMER_DIRECTORY, holds(own()));
    host.left(FORMER_DIRECTORY);
    remember(own(), Optional.empty());
    return this;
  }

  MemberId own() {
    return bootstrap.voters().get(0).memberId();
  }

  /** Its cancel is asked for as soon as this step is next. */
  StepWorld cancelledAt(String step) {
    cancelAt = Optional.of(step);
    return this;
  }

  /** The agent and its etcd end with the instance's reboot. */
  void reboot() {
    if (host.runs()) {
      host.die(Exit.Cause.KILLED);
    }
  }

  /** Everyone else is gone, and another node has begun the next generation. */
  void nextGenerationBegins() {
    contacts().forEach(url -> cluster.of(url).hangs = true);
    over = true;
  }

  /** The record as it is now. */
  public ControlRecord record() {
    Optional<InstructionProgress> progress = remembered().flatMap(AgentJournal::progress);
    cancelled |=
        progress
            .map(InstructionProgress::step)
            .filter(s -> cancelAt.equals(Optional.of(s)))
            .isPresent();
    InstructionSlot.State state =
        cancelled ? InstructionSlot.State.CANCEL_REQUESTED : InstructionSlot.State.OPEN;
    return new ControlRecord(
        Optional.of(ModelLineage.of(bootstrap, over)),
        Optional.of(ClusterSpec.defaults(SELF.cluster(), version())),
        instruction.map(i -> new InstructionSlot(i, state)),
        Optional.empty());
  }

  static EtcdVersion version() {
    return EtcdVersion.parse("3.5.30").orElseThrow();
  }

  /** The journal on disk. */
  Optional<AgentJournal> remembered() {
    if (readAt != journal.saves()) {
      readAt = journal.saves();
      read = journal.load().map(document -> AgentJournalCodec.read(document, "journal"));
    }
    return read;
  }

  /** Names what the next calls belong to, unless the fuse has its own names. */
  public void enter(String step) {
    fuse.enterNamed(step);
  }

  /** The birth's next step, as journal and disk show it. */
  BootstrapStep bootstrapStep() {
    Optional<AgentJournal> known = remembered();
    if (known.flatMap(AgentJournal::member).isPresent()) {
      return BootstrapStep.EXECUTE;
    }
    return known
            .flatMap(AgentJournal::prepared)
            .filter(d -> disk.directories().contains(d))
            .isPresent()
        ? BootstrapStep.TAKE_IDENTITY
        : BootstrapStep.PREPARE;
  }

  /** Time passes. */
  public long pass() {
    now += 100;
    cluster.settle();
    if (cluster.ownEntries().size() > 1) {
      throw new AssertionError("this node has two members: " + cluster.ownEntries());
    }
    return now;
  }

  /** The ports of an agent that begins now. */
  public AgentPorts ports() {
    host.forget();
    return new AgentPorts(
        new InMemoryRecordStore(),
        cluster,
        host,
        disk,
        journal,
        () -> now,
        () -> Instant.EPOCH,
        () -> mint + ++nonces);
  }

  /** The cluster lists this node as one voter, which runs on the only directory in the path. */
  boolean serves() {
    List<MemberEntry> mine = cluster.ownEntries();
    return mine.size() == 1
        && !mine.get(0).learner()
        && host.directory().map(List::of).equals(Optional.of(disk.directories()))
        && disk.inspect(disk.directories().get(0)) instanceof DataDisk.View.Holds data
        && data.memberId().equals(mine.get(0).id());
  }

  /** Nothing of a member is left: no entry, no directory in etcd's path, no etcd. */
  boolean clean() {
    return cluster.ownEntries().isEmpty() && disk.directories().isEmpty() && !host.runs();
  }

  /** A join that ended before it had a directory left the former member's things alone. */
  boolean untouched() {
    return remembered().flatMap(AgentJournal::member).isPresent()
        && cluster.ownEntries().stream().noneMatch(MemberEntry::learner)
        && List.of(FORMER_DIRECTORY).containsAll(disk.directories());
  }

  /** What is there now, for a message. */
  @Override
  public String toString() {
    return "members "
        + cluster.entries()
        + ", directories "
        + disk.directories()
        + ", running "
        + host.directory()
        + ", journal "
        + remembered();
  }
}
