package io.quorate.simulation.invariant.records;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.codec.Codecs;
import io.quorate.codec.LeaseAttributes;
import io.quorate.model.InstanceId;
import io.quorate.simulation.faults.Fault;
import io.quorate.simulation.faults.FaultKind;
import io.quorate.simulation.invariant.judge.Invariant;
import io.quorate.simulation.invariant.judge.TableRecords;
import io.quorate.simulation.node.Machine;
import io.quorate.simulation.node.SimNode;
import io.quorate.simulation.store.StoreModel;
import io.quorate.simulation.world.SimCluster;
import io.quorate.simulation.world.SimWorld;
import io.quorate.state.JournalEntry;
import io.quorate.state.Phase;
import io.quorate.state.Status;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.Table;
import io.quorate.store.Write;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * RESTARTS_TOLD: at the end of a run the journal of a healthy cluster has told of each restart of a
 * living node's agent, and of the etcd of its member, by its count, and of none twice. What came
 * within the last three minutes may still be held back: by a minute, by clocks that differ, and by
 * the schedule; and a turn that could read the status must have ended since its heartbeat was
 * there. What an agent could not write to a full disk until it died itself, nobody can tell.
 */
public final class RestartsReported implements Invariant {
  private static final long SETTLED_MILLIS = 75_000;
  private static final long TELL_MILLIS = 5_000;
  private static final long HELD_BACK_MILLIS = 190_000;

  private final SimWorld world;
  private final SimCluster simCluster;
  private final Map<Machine, Long> etcdStarted = new HashMap<>();
  private final Map<Machine, Long> booted = new HashMap<>();
  private final Map<Machine, Long> incarnations = new HashMap<>();
  private final Map<Machine, Integer> refusals = new HashMap<>();
  private final Set<Machine> diedUnsaved = new HashSet<>();
  private final List<Told> journal = new ArrayList<>();
  private final Map<InstanceId, List<Row>> rows = new HashMap<>();
  private Optional<Long> taken = Optional.empty();
  private long lastTurn;

  /** An entry, and when it was written. */
  private record Told(JournalEntry entry, long at) {}

  /** A heartbeat: when it was sent, and when the store had it. */
  private record Row(long sentAt, long at) {}

  public RestartsReported(SimWorld world, SimCluster simCluster) {
    this.world = world;
    this.simCluster = simCluster;
    world.store().onWrite(this::written);
  }

  private void written(StoreModel.Written done) {
    done.writes().stream()
        .filter(write -> write.key().equals(Keys.lease(simCluster.name())))
        .filter(Write.Update.class::isInstance)
        .forEach(write -> leased(((Write.Update) write).set()));
    done.puts(Table.NODES, simCluster.name().value()).stream()
        .flatMap(item -> TableRecords.row(item).stream())
        .forEach(
            row ->
                rows.computeIfAbsent(row.instance(), any -> new ArrayList<>())
                    .add(new Row(done.sentAt(), world.scheduler().now())));
    done.puts(Table.CLUSTERS, simCluster.name().value()).stream()
        .filter(item -> item.key().sort().startsWith(Keys.JOURNAL))
        .map(item -> Codecs.JOURNAL.read(item.attributes(), item.key().toString()))
        .forEach(entry -> journal.add(new Told(entry, world.scheduler().now())));
  }

  /** A turn that was cut off, or that could not read the status, reports nothing. */
  private void leased(Map<String, Object> set) {
    boolean readable = status().isPresent();
    if (!String.valueOf(set.get(LeaseAttributes.OWNER)).isEmpty()) {
      taken = readable ? Optional.of(world.scheduler().now()) : Optional.empty();
    } else if (readable && taken.isPresent()) {
      lastTurn = taken.get();
    }
  }

  @Override
  public String name() {
    return "RESTARTS_TOLD";
  }

  /** An agent starts etcd. */
  public void starts(Machine machine) {
    etcdStarted.put(machine, world.scheduler().now());
  }

  /** An agent has saved its journal. */
  public void saved(Machine machine) {
    machine
        .journal()
        .map(AgentJournal::incarnationCount)
        .filter(count -> !count.equals(incarnations.put(machine, count)))
        .ifPresent(count -> booted(machine));
    refusals.put(machine, machine.fileTroubles().refusals());
  }

  private void booted(Machine machine) {
    booted.put(machine, world.scheduler().now());
    if (machine.fileTroubles().refusals() > refusals.getOrDefault(machine, 0)) {
      diedUnsaved.add(machine);
    }
  }

  @Override
  public Optional<String> broken() {
    return Optional.empty();
  }

  @Override
  public Optional<String> brokenAtEnd() {
    if (simCluster.waitsForOperator() || !healthy()) {
      return Optional.empty();
    }
    return simCluster.fleet().nodes().stream()
        .filter(RestartsReported::judged)
        .flatMap(node -> of(node.machine()).stream())
        .findFirst();
  }

  private boolean healthy() {
    return status().map(Status::phase).filter(phase -> phase == Phase.HEALTHY).isPresent();
  }

  private Optional<Status> status() {
    Key key = Keys.status(simCluster.name());
    return Optional.ofNullable(world.store().tables().read(List.of(key)).get(key))
        .flatMap(TableRecords::status);
  }

  private static boolean judged(SimNode node) {
    Machine machine = node.machine();
    return machine.on()
        && !machine.destroyed()
        && !machine.harmed()
        && !node.dataRolledBack()
        && !node.diskOfAnother()
        && !node.hangs()
        && node.living().isPresent();
  }

  private Optional<String> of(Machine machine) {
    InstanceId id = machine.instance().id();
    Optional<AgentJournal> own = machine.journal();
    Optional<String> agent =
        own.flatMap(
            known ->
                judge(
                    "agent of " + id,
                    known.incarnationCount() - 1,
                    told("AGENT_RESTARTED", id, ""),
                    toldInRow(id, booted.getOrDefault(machine, 0L))));
    Optional<String> etcd =
        own.filter(known -> !diedUnsaved.contains(machine))
            .flatMap(AgentJournal::usableMember)
            .flatMap(
                member ->
                    judge(
                        "etcd of " + id,
                        runs(machine) - 1,
                        told("ETCD_RESTARTED", id, member.identity().directoryNonce()),
                        toldInRow(id, etcdStarted.getOrDefault(machine, 0L))));
    return agent.or(() -> etcd);
  }

  /** How many processes ran on the directory of the member that is there now. */
  private static long runs(Machine machine) {
    return machine
        .journalOnDisk()
        .memberData()
        .map(
            data ->
                machine.processes().stream()
                    .filter(process -> process.spec().directory() == data)
                    .count())
        .orElse(1L);
  }

  private List<Told> told(String code, InstanceId instance, String directory) {
    return journal.stream()
        .filter(told -> told.entry().reason().equals(code))
        .filter(told -> instance.value().equals(told.entry().evidence().get("instance")))
        .filter(
            told ->
                directory.isEmpty()
                    || directory.equals(told.entry().evidence().get("directoryNonce")))
        .toList();
  }

  /** When the store had a heartbeat that was sent late enough after a start to tell of it. */
  private long toldInRow(InstanceId instance, long start) {
    return rows.getOrDefault(instance, List.of()).stream()
        .filter(row -> row.sentAt() >= start + TELL_MILLIS)
        .mapToLong(Row::at)
        .findFirst()
        .orElse(Long.MAX_VALUE);
  }

  /** A controller's clock that was set back counts the minute anew. */
  private long clocksJumped() {
    return world.scenario().faults().stream()
        .filter(fault -> fault.kind() == FaultKind.CONTROLLER_CLOCK_JUMP)
        .mapToLong(Fault::amount)
        .sum();
  }

  private Optional<String> judge(String whose, long restarts, List<Told> entries, long inRow) {
    long now = world.scheduler().now();
    long count =
        entries.stream()
            .mapToLong(told -> Long.parseLong(told.entry().evidence().get("restarts")))
            .sum();
    long holdsBack = HELD_BACK_MILLIS + clocksJumped();
    boolean heldBack = entries.stream().anyMatch(told -> told.at() > now - holdsBack);
    boolean missing =
        count < restarts && !heldBack && lastTurn > inRow && lastTurn - inRow > SETTLED_MILLIS;
    return missing || count > restarts
        ? Optional.of(
            whose + " was restarted " + restarts + " times, the journal tells of " + count)
        : Optional.empty();
  }
}
