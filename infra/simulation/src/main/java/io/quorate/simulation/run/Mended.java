package io.quorate.simulation.run;

import io.quorate.codec.StatusCodec;
import io.quorate.codec.UnreadableRecordException;
import io.quorate.simulation.etcd.Glance;
import io.quorate.simulation.faults.FaultKind;
import io.quorate.simulation.node.Machine;
import io.quorate.state.Condition;
import io.quorate.state.Phase;
import io.quorate.state.Status;
import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** I9: whether every cluster is healthy again, or lost what only a person can mend and says so. */
final class Mended {
  private static final int ENOUGH = 3;
  private static final Set<Condition.Type> FOR_A_PERSON =
      Set.of(
          Condition.Type.QUORUM_LOST,
          Condition.Type.NO_QUORUM,
          Condition.Type.BIRTH_STALLED,
          Condition.Type.TABLE_ROLLED_BACK);

  private static final Set<Condition.Type> UNREADABLE =
      Set.of(Condition.Type.SPEC_INVALID, Condition.Type.RECORD_UNREADABLE);

  private final World world;
  private int well;

  Mended(World world) {
    this.world = world;
  }

  void look() {
    well = world.sites().stream().allMatch(site -> healthy(site) || waits(site)) ? well + 1 : 0;
  }

  boolean done() {
    return well >= ENOUGH;
  }

  Optional<Broken> broken() {
    return done()
        ? Optional.empty()
        : world.sites().stream()
            .filter(site -> !healthy(site) && !waits(site))
            .findFirst()
            .map(site -> new Broken("I9 CONVERGES", words(site)));
  }

  private Optional<Status> status(ClusterSite site) {
    Key key = Keys.status(site.name());
    Item item = world.store().tables().read(List.of(key)).get(key);
    try {
      return Optional.ofNullable(item).map(i -> StatusCodec.read(i.attributes(), "status"));
    } catch (UnreadableRecordException e) {
      return Optional.empty();
    }
  }

  /** A restored table may bring back a status that nobody can read: its journal says so then. */
  private boolean unreadable(ClusterSite site) {
    Item item =
        world
            .store()
            .tables()
            .read(List.of(Keys.status(site.name())))
            .get(Keys.status(site.name()));
    return restored() && item != null && status(site).isEmpty();
  }

  private boolean restored() {
    return world.scenario().faults().stream().anyMatch(f -> f.kind() == FaultKind.RESTORE_TABLE);
  }

  private boolean healthy(ClusterSite site) {
    Optional<Glance> leader = site.leader();
    boolean shown =
        status(site)
            .filter(s -> s.phase() == Phase.HEALTHY)
            .filter(s -> s.operation().isEmpty() && s.terminations().isEmpty())
            .isPresent();
    return shown
        && leader.isPresent()
        && leader.get().voters().size() >= site.group().desired()
        && leader.get().members().stream().noneMatch(m -> m.learner())
        && site.members().stream().map(Glance::member).toList().containsAll(leader.get().voters());
  }

  /** A restored table may bring back what somebody has put right since. */
  private boolean forAPerson(Condition.Type type) {
    return FOR_A_PERSON.contains(type) || (restored() && UNREADABLE.contains(type));
  }

  /** Truly lost, and shown to be. */
  private boolean waits(ClusterSite site) {
    return (site.waitsForPerson() || neverBorn(site))
        && (unreadable(site)
            || status(site)
                .filter(s -> s.conditions().stream().anyMatch(c -> forAPerson(c.type())))
                .isPresent());
  }

  /** A founding member was lost before the cluster first had a leader. */
  private static boolean neverBorn(ClusterSite site) {
    return site.leader().isEmpty()
        && site.clients().acknowledged().isEmpty()
        && site.fleet().nodes().stream().anyMatch(n -> n.machine().destroyed() || n.beset());
  }

  private String words(ClusterSite site) {
    StringBuilder words = new StringBuilder("not healthy " + Simulation.MENDING_MILLIS / 60_000);
    words.append(" minutes after the last fault; status ").append(status(site));
    words.append("; leader ").append(site.leader().map(l -> l.member() + " " + l.members()));
    for (var node : site.fleet().nodes()) {
      Machine machine = node.machine();
      words
          .append("\n    ")
          .append(machine.instance().id())
          .append(' ')
          .append(machine.instance().state())
          .append(' ')
          .append(machine.instance().lifecycle())
          .append(' ')
          .append(machine.on() ? "on" : "off")
          .append(' ')
          .append(
              machine
                  .etcd()
                  .flatMap(p -> p.glance())
                  .map(g -> "runs " + g.member())
                  .orElse("no etcd"))
          .append(' ')
          .append(machine.journal().map(j -> j.verdict() + " " + j.progress()).orElse(""));
    }
    return words.toString();
  }
}
