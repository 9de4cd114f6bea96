package io.quorate.agent.supervision;

import io.quorate.agent.execution.AgentJournalCodec;
import io.quorate.agent.execution.BootstrapRight;
import io.quorate.agent.execution.DataHistory;
import io.quorate.agent.execution.DataVerdict;
import io.quorate.agent.execution.JournalStore;
import io.quorate.agent.execution.Journals;
import io.quorate.agent.execution.LaunchFactory;
import io.quorate.agent.execution.NodeDescription;
import io.quorate.agent.heartbeat.EtcdProbe;
import io.quorate.agent.port.DataDisk;
import io.quorate.agent.port.EtcdApi;
import io.quorate.agent.port.EtcdHost;
import io.quorate.agent.port.Exit;
import io.quorate.agent.port.JournalDisk;
import io.quorate.agent.port.Launch;
import io.quorate.agent.port.ListedMembers;
import io.quorate.agent.port.ProcessMark;
import io.quorate.agent.port.Refusal;
import io.quorate.agent.port.Reply;
import io.quorate.agent.port.TokenKeys;
import io.quorate.agent.run.AgentPorts;
import io.quorate.agent.run.NodeAgent;
import io.quorate.agent.steps.frame.StepContext;
import io.quorate.memory.InMemoryRecordStore;
import io.quorate.model.ClusterName;
import io.quorate.model.EtcdClusterId;
import io.quorate.model.Generation;
import io.quorate.model.MemberId;
import io.quorate.spec.ClusterSpec;
import io.quorate.spec.EtcdSettings;
import io.quorate.spec.EtcdVersion;
import io.quorate.state.Endpoints;
import io.quorate.state.MemberEntry;
import io.quorate.state.MemberStatus;
import io.quorate.state.PutAside;
import io.quorate.state.Watermark;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/** A supervisor over one node's etcd and disk, and other members that may be asked. */
public final class OneNode implements EtcdHost, DataDisk, EtcdApi, EtcdEvents, JournalDisk {
  private static final EtcdVersion INSTALLED = EtcdVersion.parse("3.5.30").orElseThrow();

  final List<String> told = new CopyOnWriteArrayList<>();
  final List<Launch> launches = new ArrayList<>();
  private final Map<String, MemberStatus> statuses = new HashMap<>();
  private final Map<String, ListedMembers> strangers = new HashMap<>();
  private Map<MemberId, Long> received = Map.of();
  private Optional<String> statusRefused = Optional.empty();
  private Optional<String> listRefused = Optional.empty();
  final JournalStore journalStore;
  final Supervisor supervisor;
  DataDisk.View view = new View.Holds(Journals.CLUSTER, Journals.MEMBER, Journals.NONCE, 4, 40);
  String identity = "inode 1";
  Optional<List<MemberId>> listed = Optional.empty();
  boolean executable = true;
  boolean held;

  /** Of the files that the spec names. */
  Optional<String> unfit = Optional.empty();

  boolean writable = true;
  volatile boolean mortal = true;
  Runnable whileAsked = () -> {};
  private Reply<Boolean> accessControl = new Reply.Answered<>(false);
  private volatile Seen seen = new Seen.None();
  private long pid = 1;

  /** Nothing runs yet. */
  public OneNode() {
    journalStore = JournalStore.open(this, Journals.serving());
    supervisor = new Supervisor(journalStore, this, this, this, INSTALLED, this, () -> {});
  }

  /** Runs the member that is on the disk. */
  public OneNode serving() {
    supervisor.run(LaunchFactory.existing(self(), Journals.member(), spec()));
    supervisor.tick(0);
    return this;
  }

  ClusterSpec spec() {
    return ClusterSpec.defaults(self().cluster(), INSTALLED);
  }

  /** What steps work with on this node. */
  StepContext steps(TokenKeys keys) {
    return new StepContext(
        self(),
        journalStore,
        this,
        this,
        supervisor,
        spec(),
        () -> "nonce",
        Optional.empty(),
        keys);
  }

  /** The supervisor of the next agent on this node, over the journal as the one before left it. */
  Supervisor nextSupervisor() {
    return new Supervisor(journalStore, this, this, this, INSTALLED, this, () -> {});
  }

  /** An agent that begins on this node, in a time of its own. */
  NodeAgent agent(LongSupplier monotonicMillis) {
    AgentPorts ports =
        new AgentPorts(
            new InMemoryRecordStore(),
            this,
            this,
            this,
            this,
            monotonicMillis,
            () -> Instant.EPOCH,
            () -> "nonce");
    return new NodeAgent(self(), ports, INSTALLED);
  }

  private static NodeDescription self() {
    return new NodeDescription(
        new ClusterName("demo"), Journals.NODE, "zone", Journals.ENDPOINTS, "test");
  }

  void exits(Exit.Cause cause) {
    exits(cause, "exit " + pid);
  }

  void exits(Exit.Cause cause, String detail) {
    seen = new Seen.Exited(new Exit(cause, detail));
  }

  /** Where clients reach a member. */
  public static String clientUrl(MemberId id) {
    return id.equals(Journals.MEMBER) ? Journals.ENDPOINTS.clientUrl() : "http://client-of-" + id;
  }

  /** The members are these, as a quorum says. */
  public void lists(MemberId... members) {
    listed = Optional.of(List.of(members));
  }

  /** An etcd of another cluster answers where clients reached a member of this one. */
  void strangerAt(String clientUrl) {
    MemberId self = new MemberId(0x5);
    strangers.put(clientUrl, new ListedMembers(new EtcdClusterId(0x5), self, List.of(entry(self))));
  }

  /** A member answers so from now on. */
  public void answers(MemberStatus status) {
    statuses.put(clientUrl(status.memberId()), status);
  }

  /** Access control refuses a status at once, and a list once a quorum has confirmed a read. */
  public void refuses(String words, boolean quorum) {
    statusRefused = Optional.of(words);
    listRefused = quorum ? Optional.of(words) : Optional.empty();
    listed = Optional.empty();
  }

  /** What etcd says of its access control. */
  public void accessControl(Reply<Boolean> reply) {
    accessControl = reply;
  }

  /** The own member began a generation closed to clients. */
  public OneNode closedToClients() {
    journalStore.change(
        edit ->
            edit.bootstrapRight(
                new BootstrapRight(
                    Journals.member().identity().generation(), "b", 1, Optional.empty(), true)));
    return this;
  }

  /** The journal. */
  public JournalStore journalStore() {
    return journalStore;
  }

  /** Access control is off. */
  public void refusesNoMore() {
    statusRefused = Optional.empty();
    listRefused = Optional.empty();
  }

  /** A member answers no more. */
  public void falls(MemberId member) {
    statuses.remove(clientUrl(member));
  }

  /** This happens while a member list is asked for. */
  public void meanwhile(Runnable happens) {
    whileAsked = happens;
  }

  /** The own etcd has received so many bytes. */
  public void received(Map<MemberId, Long> bytes) {
    received = bytes;
  }

  /** What the journal says that the own log holds. */
  public Watermark watermark() {
    return journalStore.current().member().orElseThrow().watermark();
  }

  /** What the journal says that happened to the data. */
  public DataHistory history() {
    return journalStore.current().history();
  }

  /** Looks with this node's parts. */
  public EtcdProbe look() {
    return new EtcdProbe(self(), journalStore, this, supervisor);
  }

  /** Looks with this node's parts at a real etcd, which is not that of its journal. */
  public EtcdProbe look(EtcdApi real, String clientUrl) {
    NodeDescription here =
        new NodeDescription(
            self().cluster(),
            self().instance(),
            self().zone(),
            new Endpoints(self().endpoints().peerUrl(), clientUrl),
            self().agentVersion());
    return new EtcdProbe(here, journalStore, real, supervisor);
  }

  Optional<DataVerdict> verdict() {
    return journalStore.current().verdict();
  }

  boolean runs() {
    return seen instanceof Seen.Running;
  }

  @Override
  public Optional<String> unfit(EtcdSettings settings) {
    return unfit;
  }

  @Override
  public Seen see() {
    return seen;
  }

  @Override
  public Optional<ProcessMark> adopt(String directory, Optional<ProcessMark> mark) {
    return seen instanceof Seen.Running running ? Optional.of(running.mark()) : Optional.empty();
  }

  /** An agent started etcd and did not live to journal it. */
  void startedUnseen() {
    seen = new Seen.Running(new ProcessMark(++pid, "then"));
  }

  @Override
  public boolean closed() {
    return !launches.isEmpty() && launches.getLast().closed();
  }

  @Override
  public Reply<Boolean> accessControlOn(String clientUrl) {
    return accessControl;
  }

  @Override
  public ProcessMark start(Launch launch) {
    if (!executable) {
      throw new java.io.UncheckedIOException(new java.io.IOException("no such file"));
    }
    launches.add(launch);
    ProcessMark mark = new ProcessMark(++pid, "then");
    seen = new Seen.Running(mark);
    return mark;
  }

  @Override
  public void terminate() {
    told.add("SIGTERM");
  }

  @Override
  public void kill() {
    told.add("SIGKILL");
    if (mortal) {
      exits(Exit.Cause.KILLED);
    }
  }

  @Override
  public String name(Generation generation, String nonce) {
    return generation + "-" + nonce;
  }

  @Override
  public View inspect(String directory) {
    return view;
  }

  @Override
  public String identity(String directory) {
    return identity;
  }

  @Override
  public List<String> directories() {
    return List.of(Journals.DIRECTORY);
  }

  @Override
  public void create(Generation generation, String nonce) {
    throw new AssertionError("a supervisor makes no directory");
  }

  @Override
  public PutAside putAside() {
    return PutAside.NONE;
  }

  @Override
  public void archive(String directory) {
    throw new AssertionError("a supervisor archives nothing");
  }

  @Override
  public boolean inUse(String directory) {
    return held || runs();
  }

  @Override
  public Reply<ListedMembers> list(String clientUrl) {
    told.add("asked " + clientUrl);
    whileAsked.run();
    if (strangers.containsKey(clientUrl)) {
      return new Reply.Answered<>(strangers.get(clientUrl));
    }
    if (listRefused.isPresent()) {
      return new Reply.Refused<>(Refusal.AUTH, listRefused.get());
    }
    return listed
        .<Reply<ListedMembers>>map(
            ids ->
                new Reply.Answered<>(
                    new ListedMembers(
                        Journals.CLUSTER,
                        new MemberId(2),
                        ids.stream().map(OneNode::entry).toList())))
        .orElse(new Reply.Unknown<>("no answer"));
  }

  private static ListedMembers.Listed entry(MemberId id) {
    return new ListedMembers.Listed(
        new MemberEntry(id, "x", List.of("http://x"), false), List.of(clientUrl(id)));
  }

  @Override
  public Reply<MemberStatus> status(String clientUrl) {
    if (statusRefused.isPresent()) {
      return new Reply.Refused<>(Refusal.AUTH, statusRefused.get());
    }
    return Optional.ofNullable(statuses.get(clientUrl))
        .<Reply<MemberStatus>>map(Reply.Answered::new)
        .orElse(new Reply.Unknown<>("no answer"));
  }

  @Override
  public Map<String, Reply<MemberStatus>> statuses(Collection<String> clientUrls) {
    return clientUrls.stream().collect(Collectors.toMap(url -> url, this::status));
  }

  @Override
  public Map<String, Reply<ListedMembers>> appliedLists(Collection<String> clientUrls) {
    throw new AssertionError("a supervisor starts no learner");
  }

  @Override
  public Reply<MemberId> addLearner(String clientUrl, String peerUrl) {
    throw new AssertionError("a supervisor adds nobody");
  }

  @Override
  public Reply<MemberId> remove(String clientUrl, MemberId member) {
    throw new AssertionError("a supervisor removes nobody");
  }

  @Override
  public Reply<MemberId> promote(String clientUrl, MemberId member) {
    throw new AssertionError("a supervisor promotes nobody");
  }

  @Override
  public Reply<MemberId> updatePeerUrl(String clientUrl, MemberId member, String peerUrl) {
    throw new AssertionError("a supervisor changes no peer URL");
  }

  @Override
  public Reply<MemberId> moveLeader(String clientUrl, MemberId to) {
    throw new AssertionError("a supervisor moves no leadership");
  }

  @Override
  public Reply<Map<MemberId, Long>> receivedBytes(String clientUrl) {
    return new Reply.Answered<>(received);
  }

  @Override
  public void started(ProcessMark mark, String how) {
    told.add("started " + how);
  }

  @Override
  public void exited(Exit exit, long pauseMillis) {
    told.add("exited " + exit.cause() + " pause " + pauseMillis);
  }

  @Override
  public void unusable(DataVerdict verdict) {
    told.add("unusable " + verdict.state());
  }

  @Override
  public void trouble(String what) {
    told.add("trouble " + what);
  }

  @Override
  public Optional<Map<String, Object>> load() {
    return Optional.of(AgentJournalCodec.write(journalStore.current()));
  }

  @Override
  public void save(Map<String, Object> document) {
    if (!writable) {
      throw new java.io.UncheckedIOException(new java.io.IOException("no space left"));
    }
    told.add("saved");
  }
}
