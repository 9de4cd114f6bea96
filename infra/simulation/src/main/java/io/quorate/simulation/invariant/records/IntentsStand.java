package io.quorate.simulation.invariant.records;

import io.quorate.model.InstanceId;
import io.quorate.simulation.cloud.Instance;
import io.quorate.simulation.invariant.judge.EventInvariant;
import io.quorate.simulation.invariant.judge.TableRecords;
import io.quorate.simulation.store.StoreModel;
import io.quorate.simulation.world.SimCluster;
import io.quorate.simulation.world.SimWorld;
import io.quorate.state.Status;
import io.quorate.state.Termination;
import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.Table;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * I4, I7: a recorded intent to terminate is never cancelled, only proven done; its proof, a
 * tombstone, is true and stays; the intent alone to terminate what has ended, and what EC2 has
 * forgotten since, may go without one (StatusCarryOver); and no controller terminates what no
 * intent names, nor before it recorded that it asks for it. An instance whose replacement is
 * requested is terminated.
 */
public final class IntentsStand extends EventInvariant {
  /** Told of an instance that is to be terminated. */
  public interface Marked {
    /** It was first recorded, by this write, in this status. */
    void marked(StoreModel.Written done, Status status, InstanceId instance);
  }

  private final SimWorld world;
  private final SimCluster simCluster;
  private final Key key;
  private final Set<InstanceId> ever = new HashSet<>();
  private Set<InstanceId> pending = Set.of();
  private Set<InstanceId> tombstones = Set.of();
  private final List<Marked> onNew = new ArrayList<>();
  private final List<Marked> onAsked = new ArrayList<>();
  private final Set<InstanceId> everReplacementRequested = new HashSet<>();
  private final Set<InstanceId> everAsked = new HashSet<>();
  private Map<InstanceId, Instant> asked = Map.of();

  public IntentsStand(SimWorld world, SimCluster simCluster) {
    super("I4 INTENTS_STAND", world);
    this.world = world;
    this.simCluster = simCluster;
    key = Keys.status(simCluster.name());
    world.store().onWrite(this::written);
    simCluster.group().onControllerTerminates(this::terminates);
  }

  /** To be told of each instance that is to be terminated, when that is first recorded. */
  public void onNew(Marked told) {
    onNew.add(told);
  }

  /** To be told of each instance whose termination is asked for, when that is recorded. */
  public void onAsked(Marked told) {
    onAsked.add(told);
  }

  /** The table became another one: what it shows counts. */
  public void reread() {
    Item item = world.store().tables().read(Set.of(key)).get(key);
    Optional<Status> status = Optional.ofNullable(item).flatMap(TableRecords::status);
    pending = status.map(IntentsStand::intents).orElse(Set.of());
    tombstones = status.map(s -> s.tombstones().keySet()).orElse(Set.of());
    asked = status.map(IntentsStand::asked).orElse(Map.of());
    everAsked.addAll(asked.keySet());
    ever.addAll(pending);
    status.ifPresent(this::replacementRequested);
  }

  private void written(StoreModel.Written done) {
    done.puts(Table.CLUSTERS, simCluster.name().value()).stream()
        .filter(item -> item.key().equals(key))
        .flatMap(item -> TableRecords.status(item).stream())
        .forEach(next -> judge(done, next));
  }

  private static Set<InstanceId> intents(Status status) {
    return status.terminations().stream().map(Termination::instance).collect(Collectors.toSet());
  }

  private void judge(StoreModel.Written done, Status next) {
    String by = done.by();
    Set<InstanceId> proven = next.tombstones().keySet();
    missing(pending, intents(next))
        .filter(id -> !proven.contains(id) && !simCluster.group().forgotten(id))
        .findFirst()
        .ifPresent(id -> breaks(by + " drops the intent to terminate " + id));
    missing(tombstones, proven)
        .findFirst()
        .ifPresent(id -> breaks(by + " drops the tombstone of " + id));
    proven.stream()
        .filter(id -> !tombstones.contains(id))
        .filter(id -> !simCluster.group().terminated(id))
        .findFirst()
        .ifPresent(id -> breaks(by + " buries " + id + ", which is not terminated"));
    next.replacementRequests().stream()
        .map(Termination::instance)
        .filter(id -> !simCluster.group().terminated(id))
        .findFirst()
        .ifPresent(
            id -> breaks(by + " requests the replacement of " + id + ", which is not terminated"));
    replacementRequested(next);
    pending = intents(next);
    tombstones = Set.copyOf(proven);
    pending.stream()
        .filter(ever::add)
        .forEach(id -> onNew.forEach(told -> told.marked(done, next, id)));
    tellOfAsked(done, next);
  }

  /** Each is recorded together with the asking. */
  private void replacementRequested(Status next) {
    next.replacementRequests().forEach(intent -> everReplacementRequested.add(intent.instance()));
  }

  private void tellOfAsked(StoreModel.Written done, Status next) {
    Map<InstanceId, Instant> before = asked;
    asked = asked(next);
    everAsked.addAll(asked.keySet());
    asked.forEach(
        (id, at) -> {
          if (!at.equals(before.get(id))) {
            onAsked.forEach(told -> told.marked(done, next, id));
          }
        });
  }

  private static Map<InstanceId, Instant> asked(Status status) {
    Map<InstanceId, Instant> asked = new TreeMap<>();
    status.terminations().forEach(i -> i.askedAt().ifPresent(at -> asked.put(i.instance(), at)));
    return asked;
  }

  private static Stream<InstanceId> missing(Set<InstanceId> before, Set<InstanceId> now) {
    return before.stream().filter(id -> !now.contains(id));
  }

  private void terminates(Instance instance) {
    if (everReplacementRequested.contains(instance.id())) {
      return;
    }
    if (!ever.contains(instance.id())) {
      breaks("a controller terminates " + instance.id() + ", but no status recorded the intent");
    } else if (!everAsked.contains(instance.id())) {
      breaks("a controller terminates " + instance.id() + " before it recorded that it asks");
    }
  }
}
