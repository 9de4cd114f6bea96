package io.quorate.simulation.run;

import io.quorate.simulation.etcd.Glance;
import io.quorate.simulation.node.Machine;
import io.quorate.state.Phase;
import java.util.Optional;

/** I9: whether every cluster is healthy again, or lost what only a person can mend and says so. */
final class Mended {
  private static final int ENOUGH = 3;
  private final World world;
  private final ForAPerson forAPerson;
  private int well;

  Mended(World world) {
    this.world = world;
    this.forAPerson = new ForAPerson(world);
  }

  void look() {
    well =
        world.sites().stream().allMatch(site -> healthy(site) || forAPerson.waits(site))
            ? well + 1
            : 0;
  }

  boolean done() {
    return well >= ENOUGH;
  }

  Optional<Broken> broken() {
    return done()
        ? Optional.empty()
        : world.sites().stream()
            .filter(site -> !healthy(site) && !forAPerson.waits(site))
            .findFirst()
            .map(site -> new Broken("I9 CONVERGES", words(site)));
  }

  private boolean healthy(ClusterSite site) {
    Optional<Glance> leader = site.leader();
    boolean shown =
        forAPerson
            .status(site)
            .filter(s -> s.phase() == Phase.HEALTHY)
            .filter(s -> s.operation().isEmpty() && s.terminations().isEmpty())
            .isPresent();
    return shown
        && leader.isPresent()
        && leader.get().voters().size() >= site.group().desired()
        && leader.get().members().stream().noneMatch(m -> m.learner())
        && site.members().stream().map(Glance::member).toList().containsAll(leader.get().voters());
  }

  private String words(ClusterSite site) {
    StringBuilder words = new StringBuilder("not healthy " + Simulation.MENDING_MILLIS / 60_000);
    words.append(" minutes after the last fault; status ").append(forAPerson.status(site));
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
