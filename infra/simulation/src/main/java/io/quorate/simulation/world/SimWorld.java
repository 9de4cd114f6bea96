package io.quorate.simulation.world;

import io.quorate.controller.observe.SnapshotStores;
import io.quorate.etcdmodel.EtcdWorld;
import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.model.InstanceId;
import io.quorate.s3.S3LineageMirror;
import io.quorate.secrets.SecretUnavailableException;
import io.quorate.simulation.bucket.BucketModel;
import io.quorate.simulation.bucket.BucketPort;
import io.quorate.simulation.cloud.CloudPort;
import io.quorate.simulation.cloud.GroupModel;
import io.quorate.simulation.cloud.ZoneModel;
import io.quorate.simulation.cloud.ZonePort;
import io.quorate.simulation.faults.Knob;
import io.quorate.simulation.faults.Scenario;
import io.quorate.simulation.lambda.Controllers;
import io.quorate.simulation.lambda.LambdaModel;
import io.quorate.simulation.lambda.Triggers;
import io.quorate.simulation.node.SimFleet;
import io.quorate.simulation.node.SimNetwork;
import io.quorate.simulation.schedule.Scheduler;
import io.quorate.simulation.schedule.SeededRandom;
import io.quorate.simulation.schedule.SimProcess;
import io.quorate.simulation.schedule.SimTransport;
import io.quorate.simulation.schedule.Transcript;
import io.quorate.simulation.store.ArchivePort;
import io.quorate.simulation.store.StoreModel;
import io.quorate.simulation.store.StorePort;
import io.quorate.store.RecordStore;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.Consumer;

/** Everything there is in one run. */
public final class SimWorld {
  private final Scenario scenario;
  private final Scheduler scheduler = new Scheduler();
  private final SeededRandom random;
  private final Transcript transcript;
  private final StoreModel store = new StoreModel();
  private final BucketModel bucket = new BucketModel();
  private final ZoneModel zone = new ZoneModel(this::changed);
  private final SimNetwork net;
  private final EtcdWorld etcd;
  private final Outages outages;
  private final RunCoverage coverage = new RunCoverage();
  private final List<SimCluster> simClusters = new ArrayList<>();
  private final Deque<String> freeAddresses = new ArrayDeque<>();
  private final OtherClusters others = new OtherClusters(this);
  private final Resuming resuming = new Resuming(this);
  private final LambdaModel lambda;
  private final Triggers triggers;
  private long controllerClockMillis;
  private long changes;
  private Optional<RuntimeException> turnFailure = Optional.empty();

  /** Makes what the scenario asks for; nothing has begun yet. */
  public SimWorld(Scenario scenario, boolean transcribed) {
    this.scenario = scenario;
    random = new SeededRandom(scenario.seed());
    transcript = new Transcript(transcribed);
    net = new SimNetwork(random, scenario);
    net.calmFrom(scenario.faultsMillis());
    etcd = new EtcdWorld(new Random(scenario.seed()), net);
    outages = new Outages(scheduler, random, scenario);
    scheduler.add(new EtcdSource(etcd));
    Controllers controllers =
        new Controllers(
            scheduler,
            random,
            transcript,
            this::controllerPorts,
            this::skew,
            coverage::planned,
            this::turnFailed);
    lambda = controllers.function(outages::lambdaIsOut);
    triggers =
        new Triggers(
            scheduler,
            random,
            lambda,
            new Triggers.Reliability(
                scenario.knob(Knob.TRIGGERS_LOST),
                scenario.knob(Knob.TRIGGERS_TWICE),
                new IdleTriggers(scenario, scheduler, coverage)),
            outages::calm);
    for (int i = 1; i <= scenario.knob(Knob.CLUSTERS); i++) {
      simClusters.add(simCluster("c" + i));
    }
    store.onRow(
        item -> {
          if (item.attributes().containsKey("alert")) {
            triggers.alert(new ClusterName(item.key().partition()));
          }
        });
    triggers.begin();
  }

  private record EtcdSource(EtcdWorld etcd) implements Scheduler.Source {
    @Override
    public OptionalLong nextEventAt() {
      return etcd.nextEventAt();
    }

    @Override
    public void advance(long to) {
      etcd.advance(to);
    }
  }

  /** Lets controllers go on with an older table. */
  public Resuming resuming() {
    return resuming;
  }

  /** The store as somebody beside the controllers reaches it. */
  RecordStore storeOf(SimProcess simProcess) {
    return storePort(new SimTransport(scheduler, simProcess, transcript), simProcess.name());
  }

  /** What a person's command reaches: the same as a controller. */
  public Controllers.PortSet portsOf(SimProcess simProcess) {
    return controllerPorts(new SimTransport(scheduler, simProcess, transcript));
  }

  /** As the weather of this one lets it through. */
  private StorePort storePort(SimTransport wire, String who) {
    return new StorePort(
        store,
        wire,
        writes -> outages.store(who, writes),
        () -> outages.dialect(who, wire.simProcess().name()));
  }

  /** Now, by a clock that is right. */
  public Instant instant() {
    return Controllers.EPOCH.plusMillis(scheduler.now());
  }

  /** The rest of the fleet. */
  public OtherClusters others() {
    return others;
  }

  /** Clusters share a network, but where all is aimed at one no other hears of its addresses. */
  private Optional<Deque<String>> addresses() {
    return scenario.knob(Knob.ADDRESS_REUSE) == 0
        ? Optional.empty()
        : Optional.of(scenario.aimed() ? new ArrayDeque<>() : freeAddresses);
  }

  private SimCluster simCluster(String name) {
    SimFleet fleet =
        new SimFleet(
            new ClusterName(name),
            scheduler,
            random,
            transcript,
            etcd,
            net,
            (wire, machine) -> storePort(wire, machine.instance().id().value()),
            recovers()
                ? Optional.of((wire, uid) -> bucketPort(wire, new ClusterName(name), uid))
                : Optional.empty());
    fleet.skewAtMost(scenario.knob(Knob.SKEW_MILLIS));
    if (scenario.knob(Knob.MAINTENANCE) == 1) {
      fleet.maintains();
    }
    if (scenario.knob(Knob.AUTH) > 0) {
      fleet.secured(this::secret);
    }
    GroupModel group =
        new GroupModel(
            name,
            scheduler,
            random,
            transcript,
            fleet,
            addresses(),
            scenario.knob(Knob.PACE),
            () -> outages.hookMillis(name));
    group.onChange(instance -> triggers.groupEvent(name, instance.id()));
    return new SimCluster(this, fleet, group);
  }

  /** By a seed's half the one password cannot be read while things go wrong. */
  private String secret(String arn) throws SecretUnavailableException {
    if (scenario.seed() % 2 == 0 && !outages.calm()) {
      throw new SecretUnavailableException("AccessDeniedException: " + arn);
    }
    return "one";
  }

  /** Whether snapshots are taken, and what is lost comes back of itself. */
  public boolean recovers() {
    return scenario.knob(Knob.SNAPSHOTS) == 1;
  }

  /** The hosted zone of the clusters' names. */
  public ZoneModel zone() {
    return zone;
  }

  /** The bucket of snapshots. */
  public BucketModel bucket() {
    return bucket;
  }

  private BucketPort bucketPort(SimTransport wire, ClusterName cluster, ClusterUid uid) {
    return new BucketPort(bucket, wire, outages::archive, cluster, uid);
  }

  private Controllers.PortSet controllerPorts(SimTransport wire) {
    return new Controllers.PortSet(
        storePort(wire, Outages.CONTROLLER),
        new S3LineageMirror(new ArchivePort(store.archive(), wire, outages::archive), "archive"),
        new CloudPort(
            scheduler,
            simClusters.stream().map(SimCluster::group).toList(),
            wire,
            outages::cloud,
            new CloudPort.Listings(
                outages::listingLate, outages::listingForgets, outages::elsewhere)),
        new ZonePort(zone, wire, outages::zone, outages::zoneThrottles),
        recovers()
            ? (cluster, uid) -> Optional.of(bucketPort(wire, cluster, uid))
            : SnapshotStores.NONE);
  }

  /**
   * Where faults are aimed at one cluster, clocks stay as they are: to set them right at the end
   * would be a jump, which besets the others too.
   */
  private long skew(long environment) {
    boolean setRight = outages.calm() && !scenario.aimed();
    long most = setRight ? 0 : scenario.knob(Knob.SKEW_MILLIS);
    long own = most == 0 ? 0 : (environment * 7_919) % (2 * most) - most;
    return own + controllerClockMillis;
  }

  /** Sets the clocks of all controllers on, or back. */
  public void jumpControllerClocks(long millis) {
    controllerClockMillis += millis;
  }

  /** What makes this run. */
  public Scenario scenario() {
    return scenario;
  }

  /** Time, and who runs in it. */
  public Scheduler scheduler() {
    return scheduler;
  }

  public SeededRandom random() {
    return random;
  }

  public Transcript transcript() {
    return transcript;
  }

  /** The tables. */
  public StoreModel store() {
    return store;
  }

  /** What connects all machines. */
  public SimNetwork net() {
    return net;
  }

  /** All etcd processes. */
  public EtcdWorld etcd() {
    return etcd;
  }

  public Outages outages() {
    return outages;
  }

  public RunCoverage coverage() {
    return coverage;
  }

  /** The clusters. */
  public List<SimCluster> simClusters() {
    return simClusters;
  }

  /** To be done to the next controller that is started. */
  public void nextInvocation(Consumer<SimProcess> inject) {
    lambda.onNext(inject);
  }

  private void turnFailed(RuntimeException e) {
    turnFailure = Optional.of(e);
  }

  /** A turn that failed though store and cloud answered. */
  public Optional<RuntimeException> turnFailure() {
    return turnFailure;
  }

  /** The controllers that run now. */
  public List<SimProcess> controllers() {
    return lambda.busy();
  }

  /** Whether nothing keeps a node from the store, nor did just before. */
  public boolean storeAnswers(InstanceId who) {
    return scenario.knob(Knob.STORE_LOST) == 0
        && scenario.knob(Knob.STORE_UNANSWERED) == 0
        && scenario.knob(Knob.STORE_THROTTLED) == 0
        && outages.reachesStore(who.value());
  }

  /** Grows when something happened that no model counts. */
  long changes() {
    return changes;
  }

  /** Something happened that invariants should look at. */
  public void changed() {
    changes++;
  }

  /** Ends every process that still runs. */
  public void end() {
    scheduler.end();
  }

  /** A line of the transcript. */
  public void tell(String who, String what) {
    transcript.line(scheduler.now(), who, what, () -> "");
  }
}
