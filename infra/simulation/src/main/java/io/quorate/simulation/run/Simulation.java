package io.quorate.simulation.run;

import io.quorate.controller.plan.facts.ForgottenInstances;
import io.quorate.simulation.faults.FaultKind;
import io.quorate.simulation.faults.Scenario;
import io.quorate.simulation.schedule.SimThreadFailedException;
import io.quorate.simulation.world.SimCluster;
import io.quorate.simulation.world.SimWorld;
import java.time.Duration;
import java.util.Optional;

/**
 * Runs one scenario:
 *
 * <ol>
 *   <li>faults, for as long as the scenario says, with every invariant looked at after each event;
 *   <li>then calm, until each cluster is healthy or has what only a person can mend, at most for
 *       {@link #MENDING_MILLIS}.
 * </ol>
 */
public final class Simulation {
  /** How long mending may take once faults have stopped. */
  static final long MENDING_MILLIS = 1_800_000;

  private static final long LOOK_MILLIS = 5_000;
  private static final Duration HANGS = Duration.ofSeconds(20);

  private Simulation() {}

  /** Runs it; on a virtual thread, for a switch between those costs little. */
  public static Result run(Scenario scenario, boolean transcribed) {
    Result[] result = new Result[1];
    Throwable[] failure = new Throwable[1];
    SimWorld world = new SimWorld(scenario, transcribed);
    Thread thread =
        Thread.ofVirtual()
            .unstarted(
                () -> {
                  try {
                    result[0] = here(world);
                  } catch (Throwable t) {
                    failure[0] = t;
                  }
                });
    thread.start();
    try {
      for (long handed = -1; !thread.join(HANGS); handed = world.scheduler().handed()) {
        if (handed == world.scheduler().handed()) {
          world.scheduler().tellWhatHangs();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted in a run", e);
    }
    if (failure[0] != null) {
      throw new IllegalStateException("scenario failed to run:\n" + scenario.text(), failure[0]);
    }
    return result[0];
  }

  private static Result here(SimWorld world) {
    Checks checks = new Checks(world);
    OperatorCommands commands = new OperatorCommands(world);
    FaultRunner faults = new FaultRunner(world, commands);
    world.simClusters().forEach(SimCluster::begin);
    faults.begin();
    new Operator(world, commands).begin();
    world.resuming().begin();
    Optional<Broken> broken;
    try {
      broken = go(world, checks);
    } catch (SimThreadFailedException e) {
      broken = Optional.of(Broken.by(e));
    }
    broken.ifPresent(b -> world.tell("BROKEN", b.toString()));
    Result result =
        new Result(
            world.scenario(),
            broken,
            faults.injected(),
            world.scheduler().now(),
            world.scheduler().handled(),
            world.coverage(),
            world.transcript().digest(),
            world.transcript().lines());
    world.end();
    return result;
  }

  /** Whoever EC2 has forgotten counts as gone by two looks, an hour apart. */
  static long mendingMillis(SimWorld world) {
    return MENDING_MILLIS
        + (world.scenario().faults().stream().anyMatch(f -> f.kind() == FaultKind.EC2_FORGETS)
            ? ForgottenInstances.BETWEEN_LOOKS.toMillis()
            : 0);
  }

  private static Optional<Broken> go(SimWorld world, Checks checks) {
    long end = world.scenario().faultsMillis();
    world.scheduler().run(end, checks::afterEvent);
    ConvergenceCheck mended = new ConvergenceCheck(world);
    while (!mended.done() && world.scheduler().now() < end + mendingMillis(world)) {
      world.scheduler().run(world.scheduler().now() + LOOK_MILLIS, checks::afterEvent);
      if (checks.broken().isPresent()) {
        return checks.broken();
      }
      mended.look();
    }
    checks.atEnd();
    return checks.broken().or(mended::broken);
  }
}
