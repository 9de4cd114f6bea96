package io.quorate.simulation.node;

import io.quorate.agent.execution.NodeDescription;
import io.quorate.agent.port.NodeTls;
import io.quorate.agent.port.TokenKeys;
import io.quorate.agent.run.AgentPorts;
import io.quorate.agent.tasks.TaskPrograms;
import io.quorate.agent.tasks.TaskWorker;
import io.quorate.controller.view.InstanceState;
import io.quorate.etcdmodel.EtcdWorld;
import io.quorate.etcdmodel.Member;
import io.quorate.etcdmodel.MemberView;
import io.quorate.etcdmodel.ModelProcess;
import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.model.MemberId;
import io.quorate.secrets.Secrets;
import io.quorate.simulation.bucket.BucketPort;
import io.quorate.simulation.cloud.Instance;
import io.quorate.simulation.cloud.MachineLifecycle;
import io.quorate.simulation.schedule.Scheduler;
import io.quorate.simulation.schedule.SeededRandom;
import io.quorate.simulation.schedule.SimProcess;
import io.quorate.simulation.schedule.SimTransport;
import io.quorate.simulation.schedule.Times;
import io.quorate.simulation.schedule.Transcript;
import io.quorate.state.Endpoints;
import io.quorate.store.RecordStore;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;

/** All machines of one cluster, and who runs on them. */
public final class SimFleet implements MachineLifecycle {
  /** When the simulated world begins. */
  private static final Instant EPOCH = Times.EPOCH;

  /** The common name of all agents' certificates, where there are any. */
  public static final String AGENT = "agent";

  private static final long UNIT_RESTART_MILLIS = 2_000;

  private final ClusterName cluster;
  private final Scheduler scheduler;
  private final SeededRandom random;
  private final Transcript transcript;
  private final EtcdWorld world;
  private final SimNetwork net;
  private final BiFunction<SimTransport, Machine, RecordStore> store;
  private final Optional<BiFunction<SimTransport, ClusterUid, BucketPort>> buckets;
  private long skewMillis;
  private boolean maintains;
  private Optional<Secrets> secrets = Optional.empty();
  private Watcher watcher = Watcher.NOBODY;
  private final List<SimNode> nodes = new ArrayList<>();

  /**
   * A fleet without machines.
   *
   * @param buckets the snapshots of a cluster, as an agent reaches them; empty where no agent
   *     carries out tasks, or takes part in a recovery
   */
  public SimFleet(
      ClusterName cluster,
      Scheduler scheduler,
      SeededRandom random,
      Transcript transcript,
      EtcdWorld world,
      SimNetwork net,
      BiFunction<SimTransport, Machine, RecordStore> store,
      Optional<BiFunction<SimTransport, ClusterUid, BucketPort>> buckets) {
    this.cluster = cluster;
    this.scheduler = scheduler;
    this.random = random;
    this.transcript = transcript;
    this.world = world;
    this.net = net;
    this.store = store;
    this.buckets = buckets;
  }

  /** By how much the clock of a new machine may be wrong, either way. */
  public void skewAtMost(long millis) {
    skewMillis = millis;
  }

  /** Lets agents compare their data, and defragment them. */
  public void maintains() {
    maintains = true;
  }

  /**
   * Gives each node certificates, and lets agents apply access control.
   *
   * @param passwords where passwords stand
   */
  public void secured(Secrets passwords) {
    secrets = Optional.of(passwords);
  }

  /** Who is told what agents do to their machines. */
  public void watch(Watcher by) {
    watcher = by;
  }

  /** The cluster they are of. */
  public ClusterName cluster() {
    return cluster;
  }

  /** Every node that ever was, oldest first. */
  public List<SimNode> nodes() {
    return nodes;
  }

  /** Those whose machines are switched on. */
  public List<SimNode> running() {
    return nodes.stream().filter(node -> node.machine().on()).toList();
  }

  @Override
  public void incarnations(Instance instance) {
    SimNode node =
        nodes.stream()
            .filter(known -> known.machine().instance() == instance)
            .findFirst()
            .orElseGet(() -> register(instance));
    node.machine().switchOn();
    startAgent(node);
  }

  private SimNode register(Instance instance) {
    SimNode node = new SimNode(new Machine(instance, world, scheduler::now, random));
    node.machine().watch(watcher);
    node.skew(random.between("skew", -skewMillis, skewMillis));
    nodes.add(node);
    return node;
  }

  /** Starts the agent of a machine that is on, unless one runs. */
  public void startAgent(SimNode node) {
    if (!node.machine().on()
        || node.hangs()
        || node.agent().filter(a -> !a.crashed()).isPresent()) {
      return;
    }
    Machine machine = node.machine();
    String name = machine.instance().id() + "." + node.nextIncarnation();
    SimProcess simProcess = new SimProcess(scheduler, name);
    SimTransport wire = new SimTransport(scheduler, simProcess, transcript);
    Endpoints endpoints =
        new Endpoints(
            SimNetwork.peerUrl(machine.address()), SimNetwork.clientUrl(machine.address()));
    NodeTls tls = secrets.isPresent() ? new FilesTls(AGENT) : NodeTls.NONE;
    NodeDescription self =
        new NodeDescription(
            cluster,
            machine.instance().id(),
            machine.instance().zone(),
            () -> tls.endpoints(endpoints),
            "simulated");
    InstantSource clock = () -> EPOCH.plusMillis(scheduler.now() + node.skewMillis());
    EtcdPort etcd =
        new EtcdPort(world, machine, secrets.isPresent() ? AGENT : "", wire, this::received);
    TaskStrand strand = new TaskStrand(scheduler, simProcess, random);
    Optional<Function<ClusterUid, BucketPort>> own = buckets.map(of -> uid -> of.apply(wire, uid));
    boolean tasks = maintains || own.isPresent() || secrets.isPresent();
    AgentPorts ports =
        new AgentPorts(
            store.apply(wire, machine),
            etcd,
            new HostPort(machine, wire),
            new DataPort(machine, wire),
            new JournalPort(machine, wire),
            () -> scheduler.now() + 1,
            clock,
            () -> random.nonce(name),
            tasks
                ? new TaskPort(self, machine, etcd, strand, own, clock, maintains, secrets)
                : TaskPrograms.none(),
            tasks ? strand : TaskWorker.none(),
            own.map(of -> new RestorePort(machine, etcd, wire, scheduler, random, of).ports()),
            tls,
            () -> machine.instance().announcedAt(scheduler.now()),
            TokenKeys.NONE);
    node.agent(simProcess);
    simProcess.onCrash(machine::agentCrashed);
    simProcess.onCrash(
        () -> scheduler.after(node.restartMillis(), () -> restart(node, simProcess)));
    transcript.line(scheduler.now(), name, "agent starts", () -> "");
    new AgentLife(scheduler, simProcess, self, ports).begin();
  }

  private void restart(SimNode node, SimProcess former) {
    if (node.agent().filter(agent -> agent == former).isPresent()) {
      startAgent(node);
    }
  }

  /** Kills the agent alone; its unit starts it again after that time. */
  public void killAgent(SimNode node, long restartMillis) {
    node.restartAfter(Math.max(UNIT_RESTART_MILLIS, restartMillis));
    node.agent().ifPresent(SimProcess::crash);
    node.restartAfter(UNIT_RESTART_MILLIS);
  }

  @Override
  public void halts(Instance instance) {
    nodes.stream().filter(node -> node.machine().instance() == instance).forEach(this::powerOff);
  }

  /** Cuts a machine's power. */
  public void powerOff(SimNode node) {
    node.machine().switchOff();
    node.agent().ifPresent(SimProcess::crash);
  }

  /** Gives it back, unless its instance is on its way out or stopped. */
  public void powerOn(SimNode node) {
    if (node.machine().instance().state() == InstanceState.RUNNING && !node.machine().on()) {
      node.machine().switchOn();
      node.poweredOn();
      startAgent(node);
    }
  }

  @Override
  public void destroyed(Instance instance) {
    halts(instance);
    nodes.stream()
        .filter(node -> node.machine().instance() == instance)
        .forEach(node -> node.machine().destroy());
  }

  /** The node at a client URL whose etcd runs. */
  private Optional<ModelProcess> at(String clientUrl) {
    return nodes.stream()
        .flatMap(node -> node.machine().etcd().stream())
        .filter(p -> p.exited().isEmpty() && p.spec().clientUrl().equals(clientUrl))
        .findFirst();
  }

  private Map<MemberId, Long> received(String clientUrl) {
    Map<MemberId, Long> bytes = new TreeMap<>();
    Optional<ModelProcess> process = at(clientUrl);
    Optional<MemberView> view = process.flatMap(ModelProcess::memberView);
    if (view.isPresent()) {
      String here = hostOf(process.get().spec().peerUrl());
      for (var member : view.get().members()) {
        if (!member.id().equals(view.get().member())) {
          bytes.put(member.id(), 100 * net.received(hostOf(realUrl(member)), here));
        }
      }
    }
    return bytes;
  }

  /** etcd counts by member, wherever it is listed. */
  private static String realUrl(Member member) {
    return member.started() ? member.clientUrl() : member.peerUrl();
  }

  private static String hostOf(String url) {
    return url.substring(url.indexOf("//") + 2, url.lastIndexOf(':'));
  }
}
