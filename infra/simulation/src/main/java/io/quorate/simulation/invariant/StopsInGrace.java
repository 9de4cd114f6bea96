package io.quorate.simulation.invariant;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.simulation.node.Machine;
import io.quorate.simulation.run.SimWorld;

/**
 * I5: no agent kills an etcd that was not asked to stop, or not yet for the spec's {@code
 * stopGrace}: it may still hand over its leadership, or write what it acknowledged.
 */
final class StopsInGrace extends EventInvariant {
  StopsInGrace(SimWorld world) {
    super("I5 STOPS_IN_GRACE", world);
  }

  /** An agent kills its etcd so long after one first asked it to stop. */
  void killed(Machine machine, long askedMillis) {
    machine
        .journal()
        .flatMap(AgentJournal::spec)
        .map(spec -> spec.timings().stopGrace().toMillis())
        .filter(grace -> askedMillis < grace)
        .ifPresent(
            grace -> {
              breaks(
                  machine.instance().id()
                      + " kills its etcd "
                      + askedMillis
                      + " ms after it asked it to stop; stopGrace is "
                      + grace);
            });
  }
}
