package io.quorate.simulation.invariant;

import io.quorate.controller.view.InstanceState;
import io.quorate.model.InstanceId;
import io.quorate.simulation.cloud.Instance;
import io.quorate.simulation.run.ClusterSite;
import io.quorate.simulation.run.World;
import io.quorate.simulation.store.StoreModel;
import io.quorate.state.Status;
import io.quorate.state.Termination;
import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.Write;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * I4, I7: a recorded intent to terminate is never cancelled, only proven done; its proof, a
 * tombstone, is true and stays; and no controller terminates what no intent names.
 */
final class IntentsStand implements Invariant {
  private final World world;
  private final ClusterSite site;
  private final Key key;
  private final Set<InstanceId> ever = new HashSet<>();
  private Set<InstanceId> pending = Set.of();
  private Set<InstanceId> tombstones = Set.of();
  private Consumer<InstanceId> onNew = instance -> {};
  private Optional<String> broken = Optional.empty();

  IntentsStand(World world, ClusterSite site) {
    this.world = world;
    this.site = site;
    key = Keys.status(site.name());
    world.store().onWrite(this::written);
    site.group().onControllerTerminates(this::terminates);
  }

  @Override
  public String name() {
    return "I4 INTENTS_STAND";
  }

  @Override
  public Optional<String> broken() {
    return broken;
  }

  /** Tells of each instance that is to be terminated, when that is first recorded. */
  void onNew(Consumer<InstanceId> told) {
    onNew = told;
  }

  /** The table became another one: what it shows counts. */
  void reread() {
    Item item = world.store().tables().read(Set.of(key)).get(key);
    Optional<Status> status = Optional.ofNullable(item).flatMap(Records::status);
    pending = status.map(IntentsStand::intents).orElse(Set.of());
    tombstones = status.map(s -> s.tombstones().keySet()).orElse(Set.of());
    ever.addAll(pending);
  }

  private void written(StoreModel.Written done) {
    for (Write write : done.writes()) {
      if (write instanceof Write.Put put && put.key().equals(key)) {
        Records.status(put.item()).ifPresent(next -> judge(done.by(), next));
      }
    }
  }

  private static Set<InstanceId> intents(Status status) {
    return status.terminations().stream().map(Termination::instance).collect(Collectors.toSet());
  }

  private void judge(String by, Status next) {
    Set<InstanceId> proven = next.tombstones().keySet();
    missing(pending, intents(next), proven)
        .ifPresent(id -> breaks(by + " drops the intent to terminate " + id));
    missing(tombstones, proven, Set.of())
        .ifPresent(id -> breaks(by + " drops the tombstone of " + id));
    Map<InstanceId, InstanceState> states =
        site.group().instances().stream().collect(Collectors.toMap(Instance::id, Instance::state));
    proven.stream()
        .filter(id -> !tombstones.contains(id))
        .filter(id -> states.get(id) != InstanceState.TERMINATED)
        .findFirst()
        .ifPresent(id -> breaks(by + " buries " + id + ", which is " + states.get(id)));
    pending = intents(next);
    tombstones = Set.copyOf(proven);
    pending.stream().filter(ever::add).forEach(onNew);
  }

  private static Optional<InstanceId> missing(
      Set<InstanceId> before, Set<InstanceId> now, Set<InstanceId> proven) {
    return before.stream().filter(id -> !now.contains(id) && !proven.contains(id)).findFirst();
  }

  private void terminates(Instance instance) {
    if (!ever.contains(instance.id())) {
      breaks("a controller terminates " + instance.id() + ", but no status recorded the intent");
    }
  }

  private void breaks(String what) {
    broken = broken.or(() -> Optional.of(what));
    world.changed();
  }
}
