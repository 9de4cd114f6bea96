package io.quorate.agent.steps;

import io.quorate.etcdmodel.Answer;
import io.quorate.etcdmodel.Call;
import io.quorate.etcdmodel.CallOutcome;
import io.quorate.etcdmodel.EtcdWorld;
import io.quorate.etcdmodel.MemberView;
import io.quorate.etcdmodel.ModelDirectory;
import io.quorate.etcdmodel.ModelProcess;
import io.quorate.etcdmodel.ProcessSpec;
import io.quorate.etcdmodel.Timing;
import io.quorate.model.EtcdClusterId;
import io.quorate.model.MemberId;
import io.quorate.state.Bootstrap;
import io.quorate.state.InitialMember;
import io.quorate.state.MemberEntry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The etcd cluster around the node, which is number 1: processes of the etcd model, what of their
 * network is broken, and what is true of them, whoever is asked.
 */
public final class ModelCluster {
  /** The agent's name in the network. */
  static final String AGENT = "agent";

  static final Timing TIMING = new Timing(100, 1_000, 200, 50, 1L << 33);
  private static final String TEST = "test";
  private static final long CHANGE_MILLIS = 8_000;

  /** Until one leads, and etcd takes changes of the membership: all are connected for 5 s. */
  private static final long CONNECTED_MILLIS = 6_000;

  private final Supplier<EtcdClusterId> id;
  private final EtcdWorld world = new EtcdWorld(new Random(1), this::delay);
  private final SortedMap<String, ModelProcess> processes = new TreeMap<>();
  private final Set<String> hanging = new HashSet<>();
  private final Set<String> parted = new HashSet<>();

  ModelCluster(Supplier<EtcdClusterId> id) {
    this.id = id;
  }

  private OptionalLong delay(String from, String to, long now) {
    boolean lost = (from.equals(AGENT) && hanging.contains(to)) || parted.contains(from + ">" + to);
    return lost ? OptionalLong.empty() : OptionalLong.of(1);
  }

  /** Time passes. */
  public void pass(long millis) {
    world.advance(world.now() + millis);
  }

  /** Time passes until one leads and all are connected for long enough. */
  void settles() {
    pass(CONNECTED_MILLIS);
  }

  /** Time passes until something holds. */
  void until(BooleanSupplier holds) {
    while (!holds.getAsBoolean()) {
      world.advance(world.nextEventAt().orElseThrow());
    }
  }

  ModelProcess start(ProcessSpec spec) {
    ModelProcess process = world.start(spec);
    processes.put(spec.clientUrl(), process);
    return process;
  }

  /** What comes of a call. */
  CallOutcome call(String from, String clientUrl, Call call, long millis) {
    return calls(from, clientUrl, List.of(call), millis).getFirst();
  }

  private List<CallOutcome> calls(String from, String clientUrl, List<Call> calls, long millis) {
    List<CallOutcome> outcomes = new ArrayList<>();
    for (Call call : calls) {
      world.call(from, clientUrl, call, world.now() + millis, outcomes::add);
    }
    until(() -> outcomes.size() == calls.size());
    return outcomes;
  }

  /** What the leader answers to somebody who is not the agent. */
  private Answer changes(Call call) {
    CallOutcome outcome = call(TEST, leading().spec().clientUrl(), call, CHANGE_MILLIS);
    return outcome instanceof CallOutcome.Answered answered
        ? answered.answer()
        : fails(call + ": " + outcome);
  }

  private static Answer fails(String why) {
    throw new AssertionError(why);
  }

  /** The initial members run, but for this node. */
  void founded(Bootstrap bootstrap) {
    bootstrap.voters().stream()
        .filter(voter -> !voter.instance().equals(StepWorld.SELF.instance()))
        .forEach(voter -> start(initial(bootstrap, voter, new ModelDirectory())));
    until(() -> leader().isPresent());
  }

  /** How an initial member is started. */
  static ProcessSpec initial(Bootstrap bootstrap, InitialMember self, ModelDirectory directory) {
    SortedMap<String, String> initial = new TreeMap<>();
    bootstrap.voters().forEach(v -> initial.put(v.instance().value(), v.endpoints().peerUrl()));
    return spec(
        self.instance().value(), number(self), initial, false, bootstrap.clusterToken(), directory);
  }

  private static int number(InitialMember voter) {
    return Integer.parseInt(voter.instance().value().substring("i-".length()));
  }

  private static ProcessSpec spec(
      String name,
      int node,
      SortedMap<String, String> initial,
      boolean existing,
      String token,
      ModelDirectory directory) {
    return new ProcessSpec(
        name,
        StepWorld.endpoints(node).peerUrl(),
        StepWorld.endpoints(node).clientUrl(),
        initial,
        existing,
        token,
        false,
        directory,
        TIMING);
  }

  /** Another node joins, as a voter or a learner. */
  public MemberId joins(int node, boolean learner) {
    String url = StepWorld.endpoints(node).peerUrl();
    Answer.Added added = (Answer.Added) changes(new Call.Add(url, learner));
    SortedMap<String, String> initial = new TreeMap<>();
    added.members().forEach(member -> initial.put(member.id().toString(), member.peerUrl()));
    start(spec("i-" + node, node, initial, true, StepWorld.TOKEN, new ModelDirectory()));
    settles();
    return added.member();
  }

  /** A learner that nobody started is listed at a node's address. */
  void addsLearner(int node) {
    changes(new Call.Add(StepWorld.endpoints(node).peerUrl(), true));
  }

  /** Somebody removes a member. */
  public void removes(MemberId member) {
    changes(new Call.Remove(member));
  }

  /** Somebody lists a member at another peer URL. */
  void lists(MemberId member, String peerUrl) {
    changes(new Call.Update(member, peerUrl));
  }

  /** Whether one of the members is listed there. */
  boolean lists(String peerUrl) {
    return entries().stream().anyMatch(entry -> entry.peerUrls().equals(List.of(peerUrl)));
  }

  /** Somebody promotes a learner. */
  void promotes(MemberId member) {
    changes(new Call.Promote(member));
  }

  /** This node leads. */
  void leads(int node) {
    MemberId to = at(node);
    if (!leader().equals(Optional.of(to))) {
      changes(new Call.MoveLeader(to));
    }
  }

  /** So many keys are written. */
  public void writes(int keys) {
    List<Call> puts = new ArrayList<>();
    for (int i = 0; i < keys; i++) {
      puts.add(new Call.Put("key", "value"));
    }
    for (CallOutcome outcome : calls(TEST, leading().spec().clientUrl(), puts, CHANGE_MILLIS)) {
      if (!(outcome instanceof CallOutcome.Answered)) {
        throw new AssertionError("not written: " + outcome);
      }
    }
  }

  /** The etcd of these nodes is dead. */
  void dies(int... nodes) {
    for (int node : nodes) {
      process(node).kill();
    }
  }

  /** It is dead, and an etcd of another cluster has its address. */
  public void strangerAt(int node) {
    dies(node);
    SortedMap<String, String> alone = new TreeMap<>();
    alone.put("stranger", StepWorld.endpoints(node).peerUrl());
    start(spec("stranger", node, alone, false, "another", new ModelDirectory()));
    settles();
  }

  /** It gives the agent no answer, though its peers reach it. */
  public void hangs(int... nodes) {
    for (int node : nodes) {
      hanging.add(StepWorld.endpoints(node).clientUrl());
    }
  }

  /** It answers again. */
  public void answers(int... nodes) {
    for (int node : nodes) {
      hanging.remove(StepWorld.endpoints(node).clientUrl());
    }
  }

  /** From now on this member hears of no change; who joins still reaches it. */
  void lags(int node) {
    if (leader().equals(Optional.of(at(node)))) {
      throw new AssertionError("a leader does not lag");
    }
    part(node);
  }

  /** Nothing passes any more between a node and the members that run. */
  public void part(int node) {
    String url = StepWorld.endpoints(node).peerUrl();
    running()
        .map(process -> process.spec().peerUrl())
        .forEach(
            other -> {
              parted.add(url + ">" + other);
              parted.add(other + ">" + url);
            });
  }

  /** Whoever was parted is no more. */
  void mend() {
    parted.clear();
  }

  private Stream<ModelProcess> running() {
    return processes.values().stream().filter(process -> process.exited().isEmpty());
  }

  private ModelProcess process(int node) {
    return Optional.ofNullable(processes.get(StepWorld.endpoints(node).clientUrl())).orElseThrow();
  }

  private Stream<MemberView> views() {
    return running()
        .flatMap(process -> process.memberView().stream())
        .filter(view -> view.cluster().equals(id.get()));
  }

  private ModelProcess leading() {
    return running()
        .filter(process -> process.memberView().filter(this::leads).isPresent())
        .max(Comparator.comparing(process -> process.memberView().orElseThrow().term()))
        .orElseThrow();
  }

  private boolean leads(MemberView view) {
    return view.leads() && view.cluster().equals(id.get());
  }

  /** Who leads. */
  Optional<MemberId> leader() {
    return views().filter(MemberView::leads).max(byTerm()).map(MemberView::member);
  }

  private static Comparator<MemberView> byTerm() {
    return Comparator.comparing(MemberView::term);
  }

  /** The members, as the one lists them that has applied most. */
  public List<MemberEntry> entries() {
    return views()
        .max(Comparator.comparing(MemberView::applied))
        .map(view -> view.members().stream().map(ModelEtcd::entry).toList())
        .orElse(List.of());
  }

  /** The entries at the own peer URL. */
  public List<MemberEntry> ownEntries() {
    return entriesAt(1);
  }

  private List<MemberEntry> entriesAt(int node) {
    String url = StepWorld.endpoints(node).peerUrl();
    return entries().stream().filter(entry -> entry.peerUrls().contains(url)).toList();
  }

  /** The member at a node's address. */
  public MemberId at(int node) {
    return entriesAt(node).getFirst().id();
  }

  private Optional<ModelProcess> own() {
    return Optional.ofNullable(processes.get(StepWorld.endpoints(1).clientUrl()))
        .filter(process -> process.exited().isEmpty());
  }

  /** Whether the running own etcd is a voter. */
  public boolean ownVotes() {
    return ownEntry().filter(entry -> !entry.learner()).isPresent();
  }

  /** Whether the running own etcd is a learner. */
  boolean ownLearns() {
    return ownEntry().filter(MemberEntry::learner).isPresent();
  }

  private Optional<MemberEntry> ownEntry() {
    return own()
        .flatMap(process -> process.spec().directory().summary())
        .flatMap(
            data ->
                entries().stream().filter(entry -> entry.id().equals(data.memberId())).findFirst());
  }

  /** Whether the other voters are a quorum without this node, as far as the agent hears them. */
  boolean othersAreQuorum() {
    List<MemberEntry> voters = entries().stream().filter(entry -> !entry.learner()).toList();
    long heard =
        running()
            .filter(process -> !hanging.contains(process.spec().clientUrl()))
            .filter(process -> !own().equals(Optional.of(process)))
            .flatMap(process -> process.memberView().stream())
            .filter(view -> voters.stream().anyMatch(v -> v.id().equals(view.member())))
            .count();
    return heard * 2 > voters.size();
  }

  /** How many entries the own etcd trails what is committed. */
  long ownLag() {
    long committed = views().mapToLong(MemberView::committed).max().orElse(0);
    return committed - own().flatMap(ModelProcess::memberView).map(MemberView::applied).orElse(0L);
  }

  /** Whether another cluster's etcd answers there. */
  boolean isStranger(String clientUrl) {
    return Optional.ofNullable(processes.get(clientUrl))
        .flatMap(ModelProcess::memberView)
        .filter(view -> !view.cluster().equals(id.get()))
        .isPresent();
  }
}
