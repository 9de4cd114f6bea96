package io.quorate.e2e;

import io.quorate.deployment.Artifacts;
import io.quorate.deployment.Clusters;
import io.quorate.deployment.DeploymentConfig;
import io.quorate.deployment.Etcd;
import io.quorate.deployment.EtcdAccess;
import io.quorate.deployment.EtcdProcesses;
import io.quorate.deployment.Group;
import io.quorate.deployment.LocalDeployment;
import io.quorate.localcloud.instance.Ec2State;
import io.quorate.localcloud.instance.InstanceView;
import io.quorate.model.ClusterName;
import io.quorate.spec.SpecReader;
import io.quorate.state.Condition;
import io.quorate.state.Heartbeat;
import io.quorate.state.MemberIdentity;
import io.quorate.state.MemberStatus;
import io.quorate.state.Phase;
import io.quorate.state.Status;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/** One cluster on a local deployment of its own, to be broken. */
final class Stage implements AutoCloseable {
  /** No test waits for so long on an idle machine; a busy one is no reason to fail. */
  static final Duration SOON = Duration.ofMinutes(Integer.getInteger("quorate.e2e.soonMinutes", 5));

  /** Longer than an agent takes to start again on a busy machine: it must not be called hung. */
  static final Duration PATIENT = Duration.ofMinutes(3);

  private static final Duration IMPATIENT = Duration.ofSeconds(5);
  private static final int BLOCKS_OF_A_STAGE = 3;

  /** For four JVMs below 254; a stage is over long before its addresses come round again. */
  private static final int BLOCKS_OF_A_JVM = 57;

  /** Apart from the quick start's addresses, and from those of another JVM that runs tests. */
  private static final int FIRST_BLOCK =
      20 + BLOCKS_OF_A_JVM * (Integer.getInteger("quorate.e2e.fork", 1) - 1);

  private static final AtomicInteger STAGES = new AtomicInteger();

  final LocalDeployment deployment;
  final Clusters clusters;
  final ClusterName name;
  final Tables tables;
  final DiskWitness disks;
  private final List<Writer> writers = new CopyOnWriteArrayList<>();
  private EtcdAccess access = EtcdAccess.PLAIN;
  private int members;
  private final Path logs;
  private final StageSummary summary;
  private final Thread atExit = Thread.ofPlatform().unstarted(this::stop);

  private Stage(LocalDeployment deployment, ClusterName name, Path logs) {
    this.deployment = deployment;
    this.logs = logs;
    this.summary = new StageSummary(logs);
    this.clusters = new Clusters(deployment);
    this.name = name;
    this.tables = new Tables(clusters.store(), name);
    this.disks = new DiskWitness(deployment.config().home());
    Runtime.getRuntime().addShutdownHook(atExit);
  }

  /** Where the run itself is ended, no instance is left behind. */
  private void stop() {
    try {
      deployment.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A deployment without a cluster. */
  static Stage empty(Path home, UnaryOperator<DeploymentConfig> change) throws IOException {
    return empty(home, change, Folders.etcd());
  }

  private static Stage empty(Path home, UnaryOperator<DeploymentConfig> change, Path etcd)
      throws IOException {
    DeploymentConfig config =
        change.apply(
            DeploymentConfig.at(home)
                .withAddressBlock(addressBlock())
                .withAgentEnvironment(agentJvm())
                .withSchedule(Duration.ofSeconds(2)));
    return new Stage(
        LocalDeployment.start(config, Artifacts.in(Folders.root(), etcd)),
        new ClusterName("demo"),
        StageLogs.folder(Folders.root()));
  }

  /** Options of the agents' JVMs beside those that ship with them. */
  private static Map<String, String> agentJvm() {
    String options = System.getProperty("quorate.e2e.agentJvm", "").strip();
    return options.isEmpty() ? Map.of() : Map.of("JDK_JAVA_OPTIONS", options);
  }

  /** A deployment that was started with settings of its own, for a cluster of so many members. */
  static Stage of(LocalDeployment deployment, ClusterName name, int members) {
    Stage stage = new Stage(deployment, name, StageLogs.folder(Folders.root()));
    stage.members = members;
    return stage;
  }

  /** The first of three blocks of addresses that nobody else uses. */
  static int addressBlock() {
    int stages = BLOCKS_OF_A_JVM / BLOCKS_OF_A_STAGE;
    return FIRST_BLOCK + BLOCKS_OF_A_STAGE * (STAGES.getAndIncrement() % stages);
  }

  /** A healthy cluster of so many members. */
  static Stage healthy(Path home, int members) throws IOException {
    return healthy(home, members, PATIENT, Folders.etcd(), "");
  }

  /** The same, with the etcd of this folder. */
  static Stage healthy(Path home, int members, Path etcd) throws IOException {
    return healthy(home, members, PATIENT, etcd, "");
  }

  /** The same, whose controller waits five seconds for a silent node, thirty for a stopped one. */
  static Stage impatient(Path home, int members) throws IOException {
    return healthy(home, members, IMPATIENT, Folders.etcd(), "");
  }

  /** The same as a patient one, with this section of the spec. */
  static Stage with(Path home, int members, String section) throws IOException {
    return healthy(home, members, PATIENT, Folders.etcd(), section);
  }

  private static Stage healthy(
      Path home, int members, Duration silentGrace, Path etcd, String section) throws IOException {
    Stage stage = empty(home, config -> config, etcd);
    try {
      stage.apply(members, silentGrace, section);
      stage.deployment.createGroup(stage.name.value(), members);
      stage.awaitHealthy(members);
      return stage;
    } catch (RuntimeException | AssertionError e) {
      try (stage) {
        throw e;
      }
    }
  }

  void apply(int members) {
    apply(members, PATIENT, "");
  }

  /** The file of a cluster of so many members, for a test that applies it. */
  String yaml(int size) {
    members = size;
    return StageSpec.yaml(name, size, PATIENT, "");
  }

  /** Applies the cluster with this section of the spec, or nothing. */
  void apply(int size, Duration silentGrace, String section) {
    members = size;
    clusters.create(SpecReader.read(StageSpec.yaml(name, size, silentGrace, section)).orThrow());
  }

  /** From now on members are called in this way. */
  void callOver(EtcdAccess by) {
    access = by;
  }

  Status status() {
    return clusters.status(name).orElseThrow();
  }

  List<Heartbeat> heartbeats() {
    return clusters.heartbeats(name);
  }

  Heartbeat heartbeat(String instance) {
    return heartbeats().stream()
        .filter(beat -> beat.instance().value().equals(instance))
        .findFirst()
        .orElseThrow();
  }

  /**
   * Waits until so many serve, by each etcd's word, too: records may be older than what was broken.
   */
  void awaitHealthy(int members) {
    AwaitCondition.untilSettled(
        members + " members healthy",
        SOON,
        () ->
            settled(members)
                && running().size() == members
                && running().stream().allMatch(view -> knowsVoters(view, members)));
  }

  private boolean settled(int members) {
    Status status = status();
    return status.phase() == Phase.HEALTHY
        && status.operation().isEmpty()
        && heartbeats().stream().filter(beat -> serving(beat, status)).count() == members;
  }

  private boolean knowsVoters(InstanceView instance, int members) {
    Map<String, String> known = etcd(instance).members();
    return known.size() == members
        && known.containsValue(instance.id())
        && known.values().stream().noneMatch(name -> name.endsWith("(learner)"));
  }

  /** Waits until an instance runs an etcd that is none of these processes. */
  void awaitOtherEtcd(InstanceView instance, List<Long> than) {
    AwaitCondition.until(
        "another etcd process on " + instance.id(),
        SOON,
        () -> {
          List<Long> pids = etcdPids(instance);
          return !pids.isEmpty() && Collections.disjoint(pids, than);
        });
  }

  /** The processes of the etcd that serves the cluster on an instance. */
  List<Long> etcdPids(InstanceView instance) {
    return EtcdProcesses.of(instance(instance.id()));
  }

  /** Waits until an instance's agent runs in a later boot than this one, and serves. */
  void awaitLaterIncarnation(InstanceView instance, String boot) {
    AwaitCondition.untilSettled(
        "a later boot of " + instance.id() + " that serves",
        SOON,
        () -> {
          Heartbeat beat = heartbeat(instance.id());
          return !beat.boot().nonce().equals(boot) && beat.serving();
        });
  }

  /** The boot of an instance's agent. */
  String boot(InstanceView instance) {
    return heartbeat(instance.id()).boot().nonce();
  }

  private static boolean serving(Heartbeat beat, Status status) {
    return beat.serving()
        && !status.terminated(beat.instance())
        && beat.members().stream().noneMatch(member -> member.learner());
  }

  /** Waits until a node is another member than this one, and all serve again. */
  void awaitOtherMember(InstanceView node, MemberIdentity than) {
    AwaitCondition.untilSettled(
        "another member id on " + node.id(),
        SOON,
        () ->
            heartbeat(node.id())
                .identity()
                .filter(now -> !now.memberId().equals(than.memberId()))
                .isPresent());
    awaitHealthy(members);
    if (anyEtcd().members().containsKey(than.memberId().toString())) {
      throw new AssertionError("member " + than.memberId() + " is still listed");
    }
  }

  /** What an instance's journal says its data is. */
  MemberIdentity identity(InstanceView instance) {
    return heartbeat(instance.id()).identity().orElseThrow();
  }

  /** Asks the group for so many instances, as a person would. */
  void resize(int desired) {
    new Group(deployment, name).resize(desired);
  }

  /** Ends an instance as a person would, through the group, which launches another. */
  void terminate(InstanceView instance) {
    new Group(deployment, name).terminate(instance);
  }

  /** Whether another instance serves in place of this one, by the controller's own word. */
  boolean replaced(InstanceView gone) {
    return settled(members) && running().stream().noneMatch(view -> view.id().equals(gone.id()));
  }

  void awaitCondition(Condition.Type type) {
    AwaitCondition.until("condition " + type, SOON, () -> has(type));
  }

  boolean has(Condition.Type type) {
    return status().conditions().stream().anyMatch(held -> held.type() == type);
  }

  InstanceView leader() {
    return AwaitCondition.value("a leader", SOON, this::leading);
  }

  private Optional<InstanceView> leading() {
    return heartbeats().stream()
        .filter(beat -> beat.status().filter(MemberStatus::leads).isPresent())
        .filter(beat -> !status().terminated(beat.instance()))
        .findFirst()
        .flatMap(beat -> deployment.instances().find(beat.instance().value()));
  }

  /** A member that does not lead. */
  InstanceView follower() {
    String leader = leader().id();
    return running().stream().filter(view -> !view.id().equals(leader)).findFirst().orElseThrow();
  }

  /** An instance with all its processes. */
  InstanceView instance(String id) {
    return deployment.instances().list().stream()
        .filter(view -> view.id().equals(id))
        .findFirst()
        .orElseThrow();
  }

  /** Every instance that EC2 calls running, whatever its processes do. */
  List<InstanceView> running() {
    return deployment.instances().describe().stream()
        .filter(view -> view.state() == Ec2State.RUNNING)
        .toList();
  }

  Etcd etcd(InstanceView instance) {
    return access.etcd(access.url(instance));
  }

  /** Any member that serves now. */
  Etcd anyEtcd() {
    return AwaitCondition.value(
        "a serving member",
        SOON,
        () -> clientUrls().stream().map(access::etcd).filter(Stage::answers).findFirst());
  }

  /** Whether an instance's etcd answers a linearizable request: it then has a quorum. */
  boolean answers(InstanceView instance) {
    return answers(etcd(instance));
  }

  private static boolean answers(Etcd etcd) {
    try {
      return !etcd.members().isEmpty();
    } catch (UncheckedIOException e) {
      return false;
    }
  }

  List<String> clientUrls() {
    return running().stream().map(access::url).toList();
  }

  Writer writer() {
    Writer writer = new Writer("written/" + writers.size() + "/", this::clientUrls, access);
    writers.add(writer);
    return writer;
  }

  /** Every writer there ever was. */
  List<Writer> writers() {
    return writers;
  }

  /** How many members the cluster was applied with; zero before that. */
  int members() {
    return members;
  }

  /** Empties etcd's part of an instance's disk, behind everybody's back. */
  void wipe(InstanceView instance) throws IOException {
    disks.forgive(instance.id());
    deployment.instances().wipe(instance.id(), "etcd");
  }

  /** Checks the invariants, then stops every process, whatever came before, and keeps the logs. */
  @Override
  public void close() throws IOException {
    try (deployment;
        disks) {
      writers.forEach(Writer::close);
      summary.print(deployment.instances().describe());
      if (members > 0) {
        EndToEndChecks.check(this);
      }
    } finally {
      keepLogs();
    }
  }

  private void keepLogs() throws IOException {
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } finally {
      StageLogs.keep(deployment.config().home(), logs);
    }
  }
}
