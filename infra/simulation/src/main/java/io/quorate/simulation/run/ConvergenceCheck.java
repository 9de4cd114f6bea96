package io.quorate.simulation.run;

import io.quorate.simulation.node.Machine;
import io.quorate.simulation.schedule.Times;
import io.quorate.simulation.world.SimCluster;
import io.quorate.simulation.world.SimWorld;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** I9: whether every cluster is healthy again, or lost what only a person can mend and says so. */
final class ConvergenceCheck {
  private static final int ENOUGH = 3;
  private final SimWorld world;
  private final OperatorNeededOracle operatorNeeded;
  private final Map<SimCluster, MissingEvidence> missing = new LinkedHashMap<>();
  private int well;

  ConvergenceCheck(SimWorld world) {
    this.world = world;
    this.operatorNeeded = new OperatorNeededOracle(world);
    world.simClusters().forEach(simCluster -> missing.put(simCluster, new MissingEvidence()));
  }

  void look() {
    long now = world.scheduler().now();
    missing.forEach(
        (simCluster, of) ->
            of.look(now, MissingEvidence.of(simCluster, operatorNeeded.status(simCluster))));
    well =
        missing.entrySet().stream()
                .allMatch(each -> each.getValue().nothing() || operatorNeeded.waits(each.getKey()))
            ? well + 1
            : 0;
  }

  boolean done() {
    return well >= ENOUGH;
  }

  Optional<Broken> broken() {
    return done()
        ? Optional.empty()
        : missing.entrySet().stream()
            .filter(each -> !each.getValue().nothing() && !operatorNeeded.waits(each.getKey()))
            .findFirst()
            .map(each -> new Broken("I9 CONVERGES", words(each.getKey(), each.getValue())));
  }

  private String words(SimCluster simCluster, MissingEvidence of) {
    StringBuilder words = new StringBuilder(simCluster.name() + " is not healthy ");
    words.append(Simulation.mendingMillis(world)).append(" ms after the last fault at ");
    words.append(Times.at(world.scenario().faultsMillis())).append(of.words());
    operatorNeeded
        .status(simCluster)
        .ifPresent(status -> words.append(MissingEvidence.told(status)));
    simCluster
        .leader()
        .ifPresent(
            leader ->
                words.append("\n    leader " + leader.member() + " lists " + leader.members()));
    for (var node : simCluster.fleet().nodes()) {
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
                  .flatMap(p -> p.memberView())
                  .map(g -> "runs " + g.member())
                  .orElse("no etcd"))
          .append(' ')
          .append(machine.journal().map(j -> j.verdict() + " " + j.progress()).orElse(""));
    }
    return words.toString();
  }
}
