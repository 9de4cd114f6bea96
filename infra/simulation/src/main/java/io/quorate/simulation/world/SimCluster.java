package io.quorate.simulation.world;

import io.quorate.codec.Codecs;
import io.quorate.codec.Schema;
import io.quorate.codec.UnreadableRecordException;
import io.quorate.controller.view.InstanceState;
import io.quorate.etcdmodel.Member;
import io.quorate.etcdmodel.MemberView;
import io.quorate.etcdmodel.ModelProcess;
import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.model.InstanceId;
import io.quorate.simulation.cloud.GroupModel;
import io.quorate.simulation.cloud.ZoneModel;
import io.quorate.simulation.faults.Knob;
import io.quorate.simulation.node.Machine;
import io.quorate.simulation.node.SimFleet;
import io.quorate.simulation.node.SimNode;
import io.quorate.snapshot.SnapshotId;
import io.quorate.spec.ClusterSpec;
import io.quorate.spec.SpecReader;
import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.SpecWrites;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** One cluster: its group, its machines, its spec, its clients. */
public final class SimCluster {
  /** So many revisions are kept when the history is compacted, where databases are maintained. */
  public static final long KEPT_REVISIONS = 20;

  private final SimWorld world;
  private final SimFleet fleet;
  private final GroupModel group;
  private final Workload clients;
  private final AccessControl accessControl;
  private final Strangers strangers;
  private int variant = 1;
  private final List<Consumer<SimNode>> onNextStep = new ArrayList<>();
  private long disturbedAt;
  private long graceMillis = Long.MAX_VALUE;
  private long silenceMillis;
  private long bootstrapWaitMillis = Long.MAX_VALUE;
  private long joinDeadlineMillis = Long.MAX_VALUE / 2;
  private boolean tableRestored;
  private final Set<SnapshotId> wanted = new HashSet<>();
  private final Map<String, Long> addedByHand = new HashMap<>();
  private BooleanSupplier noneToServe = () -> false;
  private BooleanSupplier logsMayDiffer = () -> false;

  SimCluster(SimWorld world, SimFleet fleet, GroupModel group) {
    this.world = world;
    this.fleet = fleet;
    this.group = group;
    this.clients = new Workload(world, this);
    this.accessControl = new AccessControl(world, this);
    this.strangers = new Strangers(world, this);
  }

  /** Its name. */
  public ClusterName name() {
    return fleet.cluster();
  }

  /** Its machines. */
  public SimFleet fleet() {
    return fleet;
  }

  /** Its group. */
  public GroupModel group() {
    return group;
  }

  /** Takes what tells that no majority is left to serve, and that logs may differ. */
  public void judgedBy(BooleanSupplier none, BooleanSupplier differ) {
    noneToServe = none;
    logsMayDiffer = differ;
  }

  /** Whether a voter went on with a disk set back while nobody could tell it. */
  public boolean logsMayDiffer() {
    return logsMayDiffer.getAsBoolean();
  }

  /**
   * Whether only a person can end what it is in: what was lost is lost, what hangs may hold what
   * was acknowledged, and a restored table may be the wrong one.
   */
  public boolean waitsForOperator() {
    return noneToServe.getAsBoolean() || tableRestored;
  }

  /** Whether somebody took an instance that runs out of its group. */
  public boolean detached(InstanceId id) {
    return group
        .find(id)
        .filter(i -> i.state() == InstanceState.RUNNING && i.lifecycle().isEmpty())
        .isPresent();
  }

  /** Whether an instance hangs that no controller may terminate any more. */
  public boolean hangsDetached(InstanceId id) {
    return detached(id) && hangs(id);
  }

  /** Whether an instance stands still for good. */
  public boolean hangs(InstanceId id) {
    return fleet.nodes().stream()
        .anyMatch(node -> node.hangs() && node.machine().instance().id().equals(id));
  }

  /** Whether a person has restored a table to what it was before. */
  public boolean restored() {
    return tableRestored;
  }

  /** Notes that its records were set back to a backup. */
  public void tableRestored() {
    tableRestored = true;
  }

  /** Notes that an operator asks to roll it back to this snapshot. */
  public void rollsBackTo(SnapshotId snapshot) {
    wanted.add(snapshot);
  }

  /** Whether an operator ever asked to roll it back to this snapshot. */
  public boolean wanted(SnapshotId snapshot) {
    return wanted.contains(snapshot);
  }

  /** Notes that a person lists a member at this peer URL, where nothing will ever start. */
  public void addsByHand(String peerUrl) {
    addedByHand.put(peerUrl, world.scheduler().now());
  }

  /** Whether a person has added this member, or has given it another URL. */
  public boolean addedByHand(Member member) {
    return addedByHand.containsKey(member.peerUrl());
  }

  /** Whether a person has added it so lately that its machine may still start it. */
  public boolean mayStillStart(Member member) {
    return Optional.ofNullable(addedByHand.get(member.peerUrl()))
        .filter(at -> world.scheduler().now() < at + joinDeadlineMillis)
        .isPresent();
  }

  /** To be done to the node that begins the next step of an instruction. */
  public void onNextStep(Consumer<SimNode> inject) {
    onNextStep.add(inject);
  }

  /** A node came to a step of an instruction, or crashed in it. */
  public void reached(Machine machine, String step) {
    world.coverage().step(step);
    List<Consumer<SimNode>> told = List.copyOf(onNextStep);
    onNextStep.clear();
    fleet.nodes().stream()
        .filter(node -> node.machine() == machine)
        .forEach(node -> told.forEach(inject -> inject.accept(node)));
  }

  /** When a fault last befell it. */
  public long disturbedAt() {
    return disturbedAt;
  }

  /** Notes that a fault has just touched it. */
  public void disturbed(long now) {
    disturbedAt = now;
  }

  /** Its clients, and what they know. */
  public Workload clients() {
    return clients;
  }

  /** Applies the spec for the first time, and sets the desired capacity. */
  public void begin() {
    apply(1);
    group.desire(world.scenario().knob(Knob.SIZE));
    clients.begin();
    if (accessControl.possible()) {
      strangers.begin();
    }
  }

  /** Its users and roles. */
  public AccessControl accessControl() {
    return accessControl;
  }

  /** Who tries on without a right. */
  public Strangers strangers() {
    return strangers;
  }

  /** Where a machine's etcd listens for peers. */
  public String peerUrl(Machine machine) {
    return scheme() + machine.address() + ":2380";
  }

  /** Where a node's etcd listens for clients. */
  public String clientUrl(SimNode node) {
    return scheme() + node.machine().address() + ":2379";
  }

  private String scheme() {
    return accessControl.possible() ? "https://" : "http://";
  }

  /** Applies the spec with another section for access control; nothing where there is none. */
  public String applyAuth(int section) {
    if (!accessControl.possible()) {
      return "";
    }
    accessControl.section(section);
    apply(variant);
    return name() + " " + section;
  }

  /**
   * Sets another desired capacity, once the cluster was bootstrapped: how many a bootstrap waits
   * for stands in the spec. The number, empty while it is too early.
   */
  public String desire(int next) {
    if (clients.acknowledged().isEmpty()) {
      return "";
    }
    group.desire(next);
    return group.name() + " to " + next;
  }

  /** Applies the spec, as an operator does. */
  public void apply(int next) {
    variant = next;
    ClusterSpec spec = asked(variant);
    graceMillis = Math.min(graceMillis, spec.timings().silentGrace().toMillis());
    bootstrapWaitMillis = Math.min(bootstrapWaitMillis, spec.timings().bootstrapWait().toMillis());
    joinDeadlineMillis = Math.min(joinDeadlineMillis, spec.timings().joinDeadline().toMillis());
    silenceMillis = Math.max(silenceMillis, spec.timings().silenceAfter().toMillis());
    try {
      new SpecWrites(world.store().tables())
          .apply(
              spec,
              new ClusterUid("00000000-0000-4000-8000-" + world.random().nonce("uid")),
              world.instant(),
              "operator");
    } catch (UnreadableRecordException e) {
      world.tell("operator", "is refused: " + e.getMessage());
    }
  }

  /** The shortest time for which a member was ever to be missed before its node may end. */
  public long graceMillis() {
    return graceMillis;
  }

  /** The longest time for which a heartbeat ever had to stand still to be called silent. */
  public long silenceMillis() {
    return silenceMillis;
  }

  /** The shortest time that a bootstrap ever had to wait for the nodes that were missing. */
  public long bootstrapWaitMillis() {
    return bootstrapWaitMillis;
  }

  /** The spec as its file says it. */
  public ClusterSpec asked(int which) {
    long grace = List.of(20, 30, 40, 60).get(Math.floorMod(which, 4));
    // What etcd takes at its start alone differs, too: members restart for it.
    long snapshotCount = which == 2 || which == 3 ? 20_000L : 10_000L;
    Map<String, Object> fields = new HashMap<>(fields(grace, snapshotCount));
    if (world.scenario().knob(Knob.NAMED) == 1) {
      fields.put("dns", Map.of("zone", ZoneModel.ID, "name", dnsName()));
    }
    accessControl.put(fields);
    return SpecReader.fromTree(fields).orThrow();
  }

  private String dnsName() {
    return name() + "." + ZoneModel.NAME;
  }

  /** Whom its name tells; empty where it has none. */
  public Optional<Map<InstanceId, String>> told() {
    return world.scenario().knob(Knob.NAMED) == 1
        ? Optional.of(world.zone().members(dnsName()))
        : Optional.empty();
  }

  /** The addresses at its name. */
  public List<String> addresses() {
    return world.zone().addresses(dnsName());
  }

  private Map<String, Object> fields(long grace, long snapshotCount) {
    return Map.of(
        "name",
        name().value(),
        "size",
        (long) world.scenario().knob(Knob.SIZE),
        "group",
        group.name(),
        "etcd",
        Map.of(
            "version",
            "3.5.30",
            "heartbeatInterval",
            "300ms",
            "electionTimeout",
            "1500ms",
            "snapshotCount",
            snapshotCount,
            "autoCompaction",
            compaction()),
        "timings",
        Map.of(
            "heartbeatSteady",
            "5s",
            "missedHeartbeats",
            4L,
            "silentGrace",
            waits(grace),
            "stoppedGrace",
            "240s",
            "joinDeadline",
            waits(120),
            "learnerLag",
            (long) world.scenario().knob(Knob.LEARNER_LAG),
            "bootstrapWait",
            waits(120),
            "controlRecordWait",
            "2s"),
        "snapshots",
        snapshots(),
        "maintenance",
        maintenance());
  }

  /** Whether the voters' data are compared, and databases defragmented. */
  public boolean maintained() {
    return world.scenario().knob(Knob.MAINTENANCE) == 1;
  }

  private Map<String, Object> compaction() {
    return maintained()
        ? Map.of("mode", "revision", "retention", KEPT_REVISIONS)
        : Map.of("mode", "periodic");
  }

  private Map<String, Object> maintenance() {
    return maintained() ? Map.of("compareData", "1m", "emergencyCompaction", true) : Map.of();
  }

  private Map<String, Object> snapshots() {
    if (!world.recovers()) {
      return Map.of("interval", "off");
    }
    long seed = world.scenario().seed();
    return Map.of(
        "interval",
        (10 + 10 * Math.floorMod(seed, 3)) + "s",
        "verify",
        seed % 2 == 0 ? "each" : "daily");
  }

  /** Not shorter than the silence of four steady heartbeats, which the spec's rules ask for. */
  private String waits(long seconds) {
    return Math.max(20, seconds * world.scenario().knob(Knob.PACE) / 100) + "s";
  }

  /**
   * Whether the node's row shows that its disk was further than it was then: a store that was not
   * told cannot tell (ADR 6).
   */
  public boolean reported(SimNode node, long then) {
    Key key = Keys.node(name(), node.machine().instance().id());
    Item item = world.store().tables().read(List.of(key)).get(key);
    return Optional.ofNullable(item)
        .filter(found -> Objects.equals(found.attributes().get(Schema.ATTRIBUTE), Schema.VERSION))
        .map(found -> Codecs.HEARTBEAT.read(found.attributes(), "row"))
        .filter(
            row ->
                row.identity()
                    .filter(of -> row.watermark().index() > node.diskEndBack(then, of.memberId()))
                    .isPresent())
        .isPresent();
  }

  /** The members that run and are awake, as they are now. */
  public List<MemberView> members() {
    List<MemberView> members = new ArrayList<>();
    for (SimNode node : fleet.nodes()) {
      node.machine()
          .etcd()
          .filter(ModelProcess::awake)
          .flatMap(ModelProcess::memberView)
          .ifPresent(members::add);
    }
    return members;
  }

  /** The leader of the latest term, as it sees the cluster; empty while there is none. */
  public Optional<MemberView> leader() {
    MemberView found = null;
    for (MemberView memberView : members()) {
      if (memberView.leads() && (found == null || memberView.term() > found.term())) {
        found = memberView;
      }
    }
    return Optional.ofNullable(found);
  }

  /** Changes with whatever an invariant may depend on. */
  public long fingerprint() {
    long hash = world.store().version() * 31 + world.changes();
    for (SimNode node : fleet.nodes()) {
      hash = hash * 31 + node.machine().fingerprint();
    }
    return hash;
  }
}
