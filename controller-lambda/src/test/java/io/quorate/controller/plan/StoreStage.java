package io.quorate.controller.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.codec.Codecs;
import io.quorate.codec.CommandCodec;
import io.quorate.command.CommandSlot;
import io.quorate.command.Lane;
import io.quorate.controller.act.CertificateAuthority;
import io.quorate.controller.act.InstanceTerminator;
import io.quorate.controller.act.TokenKeys;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.observe.CloudReader;
import io.quorate.controller.observe.SnapshotStores;
import io.quorate.controller.reconcile.ControllerPorts;
import io.quorate.controller.reconcile.Turn;
import io.quorate.controller.reconcile.TurnResult;
import io.quorate.controller.view.ClusterView;
import io.quorate.controller.view.GroupView;
import io.quorate.controller.view.InstanceState;
import io.quorate.memory.InMemoryLineageMirror;
import io.quorate.memory.InMemoryRecordStore;
import io.quorate.model.ClusterName;
import io.quorate.model.InstanceId;
import io.quorate.state.FleetEntry;
import io.quorate.state.JournalEntry;
import io.quorate.state.Lineage;
import io.quorate.state.SpecRecord;
import io.quorate.state.Status;
import io.quorate.store.Expect;
import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.LineageMirror;
import io.quorate.store.RecordStore;
import io.quorate.store.Table;
import io.quorate.store.Write;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** A {@link ClusterFixture} put on a store in memory, for turns to run over. */
final class StoreStage {
  static final ClusterName CLUSTER = new ClusterName("demo");

  final InMemoryRecordStore store = new InMemoryRecordStore();
  final List<InstanceId> terminated = new CopyOnWriteArrayList<>();
  final ClusterFixture fixture;
  LineageMirror mirror = new InMemoryLineageMirror();
  SnapshotStores snapshots = SnapshotStores.NONE;
  CertificateAuthority certificates = CertificateAuthority.NONE;
  TokenKeys tokenKeys = TokenKeys.NONE;
  final Map<InstanceId, List<String>> addresses = new HashMap<>();
  volatile Instant now = ClusterFixture.NOW;
  Function<InstanceId, InstanceTerminator.Termination> terminator =
      instance -> {
        terminated.add(instance);
        return InstanceTerminator.Termination.ACCEPTED;
      };
  final FakeHooks hooks = new FakeHooks();
  final FakeZones zones = new FakeZones();
  Runnable whileAwaited = this::beat;
  private final AtomicInteger nonces = new AtomicInteger();
  GroupView group;
  boolean ec2Answers = true;

  /** Whether EC2 shows any instance's state. */
  boolean instancesShown = true;

  /** What was told of the group to several turns at once, before this one began. */
  Optional<GroupView> bulk = Optional.empty();

  /** Whether a turn may ask by itself. */
  boolean mayAsk = true;

  /** How calls to AWS end. */
  final Map<String, Optional<String>> outcomes = new HashMap<>();

  /** Whom only EC2's second answer shows. */
  final Set<InstanceId> lateListed = new HashSet<>();

  /** Whom EC2 shows with another cluster's tag. */
  final Set<InstanceId> ofOthers = new HashSet<>();

  private final Map<InstanceId, InstanceState> instances;

  /** One that does the same through the group and at EC2. */
  static InstanceTerminator terminator(
      Function<InstanceId, InstanceTerminator.Termination> through) {
    return new InstanceTerminator() {
      @Override
      public Termination terminate(InstanceId instance) {
        return through.apply(instance);
      }

      @Override
      public void terminateAtEc2(ClusterName cluster, InstanceId instance) {
        if (terminate(instance) == Termination.NOT_IN_A_GROUP) {
          throw new IllegalStateException("EC2 knows no group");
        }
      }
    };
  }

  private StoreStage(ClusterFixture fixture) {
    this.fixture = fixture;
    ClusterView view = fixture.view();
    this.group = view.group();
    this.instances = view.instances();
    put(
        Keys.spec(CLUSTER),
        Codecs.SPEC.write(
            new SpecRecord(view.spec(), ClusterFixture.UID, 1, ClusterFixture.NOW, "test")));
    put(Keys.lineage(CLUSTER), Codecs.LINEAGE.write(view.lineage()));
    put(Keys.status(CLUSTER), Codecs.STATUS.write(view.status()));
    put(
        Keys.fleet(CLUSTER),
        Codecs.FLEET.write(
            new FleetEntry(
                CLUSTER, ClusterFixture.UID, view.spec().group(), true, ClusterFixture.NOW)));
    heartbeats();
  }

  /** What an apply and the scene's nodes have written. */
  static StoreStage of(ClusterFixture fixture) {
    return new StoreStage(fixture);
  }

  /** Writes every node's row again, as the scene has it now. */
  void heartbeats() {
    fixture
        .view()
        .nodes()
        .forEach(
            (id, node) -> put(Keys.node(CLUSTER, id), Codecs.HEARTBEAT.write(node.heartbeat())));
  }

  /** Time passes until no lease that was taken before holds. */
  void pastTheLease() {
    now = now.plus(Turn.LEASE).plusSeconds(1);
  }

  TurnResult turn() {
    return turn(new Planner()::plan);
  }

  TurnResult turn(Function<ClusterView, Plan> planner) {
    return turn(store, planner);
  }

  TurnResult turn(RecordStore through, Function<ClusterView, Plan> planner) {
    return new Turn(ports(through), planner).run(CLUSTER, now.plus(Duration.ofSeconds(60)));
  }

  CloudReader cloud() {
    return new Shown();
  }

  private ControllerPorts ports(RecordStore through) {
    return new ControllerPorts(
        through,
        mirror,
        new Shown(),
        snapshots,
        terminator(instance -> terminator.apply(instance)),
        hooks,
        zones,
        order -> certificates.issue(order),
        (cluster, uid, signMethod) -> tokenKeys.make(cluster, uid, signMethod),
        () -> now,
        () -> "clock",
        () -> "n" + nonces.incrementAndGet(),
        pause -> {
          if (pause.equals(Turn.RENEWAL_PAUSE)) {
            now = now.plus(pause);
            whileAwaited.run();
          }
        });
  }

  /** While a turn waits for heartbeats, every node that is not silent beats once more. */
  private void beat() {
    fixture.actors.values().stream()
        .filter(nodeFixture -> nodeFixture.stillFor.isZero())
        .map(nodeFixture -> Keys.node(CLUSTER, nodeFixture.instance))
        .forEach(this::beat);
  }

  private void beat(Key row) {
    Optional.ofNullable(store.read(List.of(row)).get(row))
        .filter(item -> item.attributes().get("sequence") instanceof Long)
        .ifPresent(
            item -> {
              Map<String, Object> next = new HashMap<>(item.attributes());
              next.merge("sequence", 1L, (was, one) -> (Long) was + (Long) one);
              put(row, next);
            });
  }

  /** Of whom the lease keeps observations. */
  Set<InstanceId> observed() {
    return Codecs.LEASE.read(attributes(Keys.lease(CLUSTER)), "lease").heartbeatProgress().keySet();
  }

  Status status() {
    return Codecs.STATUS.read(attributes(Keys.status(CLUSTER)), "status");
  }

  Lineage lineage() {
    return Codecs.LINEAGE.read(attributes(Keys.lineage(CLUSTER)), "lineage");
  }

  Optional<CommandSlot> slot(String instance) {
    Key key = Keys.command(CLUSTER, Lane.MEMBERSHIP, new InstanceId(instance));
    return Optional.ofNullable(store.read(List.of(key)).get(key))
        .map(item -> CommandCodec.read(item.attributes(), "slot"));
  }

  /** Oldest first. */
  List<JournalEntry> journal() {
    return store.list(Table.CLUSTERS, CLUSTER.value(), Keys.JOURNAL).stream()
        .map(item -> Codecs.JOURNAL.read(item.attributes(), "journal"))
        .toList();
  }

  List<String> decisions() {
    return journal().stream().map(JournalEntry::decision).toList();
  }

  /** Every record but the lease, and how often nodes have beaten. */
  List<Item> records() {
    return List.of(Table.values()).stream()
        .flatMap(
            table ->
                List.of(CLUSTER.value(), Keys.FLEET).stream()
                    .flatMap(partition -> store.list(table, partition, "").stream()))
        .filter(item -> !item.key().equals(Keys.lease(CLUSTER)))
        .map(StoreStage::withoutSequence)
        .toList();
  }

  private static Item withoutSequence(Item item) {
    Map<String, Object> rest = new HashMap<>(item.attributes());
    rest.remove("sequence");
    return new Item(item.key(), rest);
  }

  void put(Key key, Map<String, Object> attributes) {
    assertThat(store.write(new Write.Put(new Item(key, attributes), Expect.anything())).written())
        .isTrue();
  }

  Map<String, Object> attributes(Key key) {
    return java.util.Objects.requireNonNull(store.read(List.of(key)).get(key), key.toString())
        .attributes();
  }

  /** The cloud as the scene had it at first. */
  private final class Shown implements CloudReader {
    private boolean anew;

    @Override
    public boolean onBulk() {
      return bulk.isPresent() && !anew;
    }

    @Override
    public boolean askAnew(boolean must) {
      anew |= must || mayAsk;
      return anew;
    }

    @Override
    public Set<InstanceId> ofOtherClusters(ClusterName cluster, Collection<InstanceId> ids) {
      Set<InstanceId> others = new HashSet<>(ofOthers);
      others.retainAll(ids);
      return others;
    }

    @Override
    public Map<String, Optional<String>> outcomes() {
      return outcomes;
    }

    @Override
    public GroupView group(String name) {
      return onBulk() ? bulk.orElseThrow() : group;
    }

    @Override
    public Map<InstanceId, InstanceState> instances(Collection<InstanceId> ids) {
      Map<InstanceId, InstanceState> shown = new HashMap<>(instancesShown ? instances : Map.of());
      shown.keySet().retainAll(ids);
      return shown;
    }

    @Override
    public Optional<Set<InstanceId>> unknown(Collection<InstanceId> ids) {
      Set<InstanceId> unknown = new HashSet<>(ids);
      unknown.removeAll(lateListed);
      unknown.removeAll(instances.keySet());
      return ec2Answers ? Optional.of(unknown) : Optional.empty();
    }

    @Override
    public Map<InstanceId, List<String>> addresses(Collection<InstanceId> ids) {
      Map<InstanceId, List<String>> shown = new HashMap<>(addresses);
      shown.keySet().retainAll(ids);
      return shown;
    }
  }
}
