package io.quorate.agent.steps;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.execution.AgentJournalCodec;
import io.quorate.agent.execution.CommandProgress;
import io.quorate.agent.execution.ControlRecord;
import io.quorate.agent.execution.DataVerdict;
import io.quorate.agent.execution.JournalMember;
import io.quorate.agent.execution.NodeDescription;
import io.quorate.agent.port.DataDisk;
import io.quorate.agent.run.AgentPorts;
import io.quorate.command.Command;
import io.quorate.command.CommandHeader;
import io.quorate.command.CommandSlot;
import io.quorate.command.JoinCluster;
import io.quorate.command.LeaveCluster;
import io.quorate.command.RemoveMember;
import io.quorate.command.SetPeerUrl;
import io.quorate.etcdmodel.ModelDirectory;
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
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** One node's world, modelled: its disk, its journal, its etcd and the cluster around it. */
public final class StepWorld {
  static final long LAG_LIMIT = 10;
  static final ClusterUid UID = new ClusterUid("uid-1");
  static final String TOKEN = "modelled-1-token";
  static final String FORMER_DIRECTORY = "1-former";

  /** Which node it is. */
  public static final NodeDescription SELF =
      new NodeDescription(
          new ClusterName("modelled"), new InstanceId("i-1"), "zone-1", endpoints(1), "test");

  static final ClusterSpec SPEC = ClusterSpec.defaults(SELF.cluster(), version());

  final Fuse fuse;
  final ModelDisk disk;
  final ModelJournal journal;

  /** The etcd cluster around it. */
  public final ModelCluster cluster;

  /** How the agent reaches it. */
  public final ModelEtcd etcd;

  final ModelHost host;
  Bootstrap bootstrap = ModelLineage.bootstrap(1, 3);
  private Optional<Command> instruction = Optional.empty();
  private Optional<String> cancelAt = Optional.empty();
  private boolean cancelled;
  private boolean over;
  private int readAt = -1;
  private Optional<AgentJournal> read = Optional.empty();
  private long now;
  private String mint = "nonce";
  private int nonces;

  public StepWorld(Fuse fuse) {
    this.fuse = fuse;
    disk = new ModelDisk(fuse);
    journal = new ModelJournal(fuse);
    cluster = new ModelCluster(() -> bootstrap.clusterId());
    etcd = new ModelEtcd(fuse, cluster, SELF.endpoints().clientUrl());
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

  /** An initial member that has not run yet, beside two others that run. */
  public static StepWorld withInitialMember() {
    return new StepWorld(new Fuse(Set.of())).bootstrapped();
  }

  /** The own etcd is killed. */
  public void killEtcd() {
    host.die();
  }

  /** Whether the own etcd runs. */
  public boolean etcdRuns() {
    return host.runs();
  }

  /** A copy of the disk: the journal and the member's directory. */
  public record DiskCopy(Map<String, Object> journal, ModelDirectory data) {}

  /** The disk as it is now. */
  public DiskCopy copyDisk() {
    return new DiskCopy(journal.load().orElseThrow(), disk.data(directory()).copy());
  }

  private String directory() {
    return remembered().orElseThrow().usableMember().orElseThrow().directory();
  }

  /** The disk is set back, journal and all; its etcd dies of that. */
  public void setBack(DiskCopy to) {
    killEtcd();
    disk.data(directory()).replaceBy(to.data());
    journal.left(to.journal());
  }

  static Endpoints endpoints(int n) {
    return new Endpoints("http://10.0.0." + n + ":2380", "http://10.0.0." + n + ":2379");
  }

  /** The cluster is founded; its voters run, but for this node. */
  public StepWorld bootstrapped() {
    cluster.founded(bootstrap);
    return this;
  }

  /** The same by so many voters, from this node on. */
  public StepWorld bootstrapped(int first, int voters) {
    bootstrap = ModelLineage.bootstrap(first, voters);
    bootstrapped().cluster.settles();
    return this;
  }

  /** This node is none of the initial members. */
  public StepWorld newcomer() {
    return bootstrapped(2, 3);
  }

  /** This node's member is a voter whose directory was taken away under its etcd. */
  public StepWorld wiped() {
    serving();
    disk.wipe(FORMER_DIRECTORY);
    remember(Optional.of(new DataVerdict(DataState.LOST, "wiped")));
    return this;
  }

  /** This node's member is dead: its data, damaged, is on the disk. */
  public StepWorld damaged() {
    serving();
    killEtcd();
    disk.data(FORMER_DIRECTORY).corrupt();
    remember(Optional.of(new DataVerdict(DataState.DAMAGED, "modelled")));
    return this;
  }

  /** An earlier join of a node with this address left an unstarted learner. */
  public StepWorld leftover() {
    cluster.addsLearner(1);
    return this;
  }

  /** This node serves, and the member of node 9 is dead. */
  public StepWorld servingBesideADead() {
    serving();
    cluster.joins(9, false);
    cluster.dies(9);
    return this;
  }

  private void remember(Optional<DataVerdict> verdict) {
    MemberIdentity identity =
        new MemberIdentity(UID, Generation.FIRST, bootstrap.clusterId(), own(), "former");
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
                    new Watermark(1, 3),
                    contacts()))
            .done();
    journal.left(
        AgentJournalCodec.write(
            verdict.map(word -> before.edit().verdict(word).done()).orElse(before)));
  }

  static List<String> contacts() {
    return List.of(endpoints(2).clientUrl(), endpoints(3).clientUrl());
  }

  static CommandHeader header() {
    return new CommandHeader(
        "told-1", SELF.instance(), UID, Generation.FIRST, new FencingToken(7), Instant.EPOCH);
  }

  public StepWorld toldToJoin(Optional<MemberId> former) {
    instruction =
        Optional.of(
            new JoinCluster(
                header(), former, TOKEN, bootstrap.clusterId(), contacts(), 60_000, LAG_LIMIT));
    return this;
  }

  public StepWorld toldToRemove(MemberId target, boolean onlyUnstarted) {
    instruction =
        Optional.of(
            new RemoveMember(header(), bootstrap.clusterId(), target, onlyUnstarted, "modelled"));
    return this;
  }

  public StepWorld toldToRemoveTheLearner(MemberId target) {
    instruction =
        Optional.of(
            new RemoveMember(header(), bootstrap.clusterId(), target, false, "modelled", true));
    return this;
  }

  /** It is told to leave the cluster that it leads. */
  public StepWorld toldToLeave() {
    cluster.leads(1);
    instruction =
        Optional.of(new LeaveCluster(header(), bootstrap.clusterId(), own(), contacts(), 60_000));
    return this;
  }

  /** It is told where this node's voter is to be listed. */
  public StepWorld toldToSetPeerUrl(MemberId target, String peerUrl) {
    return told(new SetPeerUrl(header(), bootstrap.clusterId(), target, peerUrl));
  }

  /** It is told this. */
  public StepWorld told(Command what) {
    instruction = Optional.of(what);
    return this;
  }

  /** This node serves beside the others. */
  public StepWorld serving() {
    disk.empty(FORMER_DIRECTORY);
    host.left(
        FORMER_DIRECTORY,
        ModelCluster.initial(
            bootstrap, bootstrap.voters().getFirst(), disk.data(FORMER_DIRECTORY)));
    cluster.settles();
    remember(Optional.empty());
    return this;
  }

  /** This node serves, and no other member is left. */
  public StepWorld servingAlone() {
    bootstrapped().serving();
    cluster.leads(1);
    bootstrap.voters().stream().skip(1).forEach(voter -> cluster.removes(voter.memberId()));
    return this;
  }

  /** The own initial member. */
  MemberId own() {
    return bootstrap.voters().get(0).memberId();
  }

  /** Its cancel is asked for as soon as this step is next. */
  public StepWorld cancelledAt(String step) {
    cancelAt = Optional.of(step);
    return this;
  }

  /** The agent and its etcd end with the instance's reboot. */
  void reboot() {
    host.die();
  }

  /** Everyone else is gone, and another node has begun the next generation. */
  void nextGenerationBegins() {
    cluster.dies(2, 3, 4);
    over = true;
  }

  /** The record as it is now. */
  public ControlRecord record() {
    Optional<CommandProgress> progress = remembered().flatMap(AgentJournal::progress);
    cancelled |=
        progress
            .map(CommandProgress::step)
            .filter(s -> cancelAt.equals(Optional.of(s)))
            .isPresent();
    CommandSlot.State state =
        cancelled ? CommandSlot.State.CANCEL_REQUESTED : CommandSlot.State.OPEN;
    return new ControlRecord(
        Optional.of(ModelLineage.of(bootstrap, over)),
        Optional.of(SPEC),
        instruction.map(i -> new CommandSlot(i, state)),
        Optional.empty());
  }

  public static EtcdVersion version() {
    return EtcdVersion.parse("3.5.30").orElseThrow();
  }

  /** The journal on disk. */
  public Optional<AgentJournal> remembered() {
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

  /** The bootstrap's next step, as journal and disk show it. */
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
    etcd.surged();
    cluster.pass(100);
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
        etcd,
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
