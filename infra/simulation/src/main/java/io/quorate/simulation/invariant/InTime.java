package io.quorate.simulation.invariant;

import io.quorate.agent.execution.InstructionProgress;
import io.quorate.simulation.node.SimNode;
import io.quorate.simulation.run.SimCluster;
import io.quorate.simulation.run.SimWorld;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * I3: a node that nothing besets goes over to undoing what it was told as soon as the deadline is
 * past, whatever goes on around it.
 */
final class InTime implements Invariant {
  /** One step that waits for all its requests to time out, and a time that is saved in parts. */
  private static final long SLACK_MILLIS = 60_000;

  private record Begun(String id, long at) {}

  private final SimWorld world;
  private final SimCluster simCluster;
  private final Map<SimNode, Begun> begun = new HashMap<>();

  InTime(SimWorld world, SimCluster simCluster) {
    this.world = world;
    this.simCluster = simCluster;
  }

  @Override
  public String name() {
    return "I3 IN_TIME";
  }

  @Override
  public Optional<String> broken() {
    for (SimNode node : simCluster.fleet().nodes()) {
      Optional<InstructionProgress> going =
          node.machine()
              .journal()
              .flatMap(journal -> journal.progress())
              .filter(progress -> progress.undo().isEmpty());
      if (going.isEmpty() || node.machine().destroyed()) {
        begun.remove(node);
      } else {
        Optional<String> late = late(node, going.get());
        if (late.isPresent()) {
          return late;
        }
      }
    }
    return Optional.empty();
  }

  private Optional<String> late(SimNode node, InstructionProgress going) {
    long now = world.scheduler().now();
    String id = going.instruction().header().id();
    Begun since =
        begun.merge(node, new Begun(id, now), (was, is) -> was.id().equals(id) ? was : is);
    long atWork = now - Math.max(since.at(), node.disturbedUntil());
    return atWork > going.instruction().deadline().toMillis() + SLACK_MILLIS
        ? Optional.of(
            node.machine().instance().id()
                + " is at step "
                + going.step()
                + " of "
                + going.instruction()
                + " after "
                + atWork / 1_000
                + " s in peace")
        : Optional.empty();
  }
}
