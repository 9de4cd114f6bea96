package io.quorate.simulation.world;

import io.quorate.codec.UnreadableRecordException;
import io.quorate.controller.observe.CloudReader;
import io.quorate.controller.reconcile.ResumeAfterRollback;
import io.quorate.controller.reconcile.ResumeResult;
import io.quorate.simulation.faults.FaultKind;
import io.quorate.simulation.schedule.SimProcess;
import io.quorate.store.StoreUnavailableException;
import java.util.HashMap;
import java.util.Map;

/**
 * A person who goes on with the older table, in every second scenario that restores one, and in
 * each where records were emptied and rebuilt: once nothing befalls any more and every node had
 * time to report, for only the person can know that.
 */
public final class Resuming {
  /** What such a person is called. */
  public static final String OPERATOR = "person";

  private static final long ALL_REPORTED_MILLIS = 90_000;
  private static final long AGAIN_MILLIS = 30_000;
  private static final int TIRED_AFTER = 10;

  private final SimWorld world;
  private final Map<SimCluster, Integer> tries = new HashMap<>();

  Resuming(SimWorld world) {
    this.world = world;
  }

  /** Whether this scenario has such a person. */
  public boolean expected() {
    return has(FaultKind.EMPTY_TABLE)
        || (world.scenario().seed() % 2 == 0 && has(FaultKind.RESTORE_TABLE));
  }

  private boolean has(FaultKind kind) {
    return world.scenario().faults().stream().anyMatch(fault -> fault.kind() == kind);
  }

  /** Waits until the faults are over and each node can have reported. */
  public void begin() {
    if (expected()) {
      world.scheduler().after(world.scenario().faultsMillis() + ALL_REPORTED_MILLIS, this::all);
    }
  }

  /** Whether the person has nothing more to try. */
  public boolean tired(SimCluster simCluster) {
    return tries.getOrDefault(simCluster, 0) >= TIRED_AFTER;
  }

  private void all() {
    world.simClusters().stream()
        .filter(simCluster -> !tired(simCluster))
        .forEach(
            simCluster -> {
              SimProcess operator =
                  new SimProcess(world.scheduler(), OPERATOR + " of " + simCluster.name());
              operator.start("resumes", () -> resume(simCluster, operator));
            });
    world.scheduler().after(AGAIN_MILLIS, this::all);
  }

  private void resume(SimCluster simCluster, SimProcess operator) {
    ResumeAfterRollback resume =
        new ResumeAfterRollback(
            world.storeOf(operator),
            CloudReader.SILENT,
            world::instant,
            () -> world.random().nonce("resume"));
    try {
      told(simCluster, resume.run(simCluster.name(), "a person"));
    } catch (StoreUnavailableException | UnreadableRecordException e) {
      world.tell(OPERATOR, "cannot resume " + simCluster.name() + ": " + e.getMessage());
      tries.merge(simCluster, 1, Integer::sum);
    }
  }

  private void told(SimCluster simCluster, ResumeResult resumed) {
    switch (resumed) {
      case ResumeResult.Refused no -> {
        tries.merge(simCluster, 1, Integer::sum);
        world.tell(OPERATOR, "may not resume " + simCluster.name() + ": " + no.why());
      }
      case ResumeResult.Done done ->
          world.tell(OPERATOR, "resumes " + simCluster.name() + " " + done);
      case ResumeResult.Busy busy -> world.tell(OPERATOR, "finds " + simCluster.name() + " busy");
      case ResumeResult.NotHalted none -> tries.merge(simCluster, 1, Integer::sum);
    }
  }
}
