package io.quorate.simulation.run;

import io.quorate.simulation.node.Machine;
import io.quorate.simulation.schedule.Times;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** I9: whether every cluster is healthy again, or lost what only a person can mend and says so. */
final class Mended {
  private static final int ENOUGH = 3;
  private final World world;
  private final ForAPerson forAPerson;
  private final Map<ClusterSite, Lacking> lacking = new LinkedHashMap<>();
  private int well;

  Mended(World world) {
    this.world = world;
    this.forAPerson = new ForAPerson(world);
    world.sites().forEach(site -> lacking.put(site, new Lacking()));
  }

  void look() {
    long now = world.scheduler().now();
    lacking.forEach((site, of) -> of.look(now, Lacking.of(site, forAPerson.status(site))));
    well =
        lacking.entrySet().stream()
                .allMatch(each -> each.getValue().nothing() || forAPerson.waits(each.getKey()))
            ? well + 1
            : 0;
  }

  boolean done() {
    return well >= ENOUGH;
  }

  Optional<Broken> broken() {
    return done()
        ? Optional.empty()
        : lacking.entrySet().stream()
            .filter(each -> !each.getValue().nothing() && !forAPerson.waits(each.getKey()))
            .findFirst()
            .map(each -> new Broken("I9 CONVERGES", words(each.getKey(), each.getValue())));
  }

  private String words(ClusterSite site, Lacking of) {
    StringBuilder words = new StringBuilder(site.name() + " is not healthy ");
    words.append(Simulation.MENDING_MILLIS).append(" ms after the last fault at ");
    words.append(Times.at(world.scenario().faultsMillis())).append(of.words());
    forAPerson.status(site).ifPresent(status -> words.append(Lacking.told(status)));
    site.leader()
        .ifPresent(
            leader ->
                words.append("\n    leader " + leader.member() + " lists " + leader.members()));
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
