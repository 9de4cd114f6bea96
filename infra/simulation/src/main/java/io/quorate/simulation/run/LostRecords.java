package io.quorate.simulation.run;

import io.quorate.codec.UnreadableRecordException;
import io.quorate.controller.reconcile.RebuildCluster;
import io.quorate.controller.reconcile.RebuildResult;
import io.quorate.simulation.lambda.Controllers;
import io.quorate.simulation.schedule.SimProcess;
import io.quorate.simulation.world.Resuming;
import io.quorate.simulation.world.SimCluster;
import io.quorate.simulation.world.SimWorld;
import io.quorate.store.Keys;
import io.quorate.store.StoreUnavailableException;
import io.quorate.store.Table;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The records of a cluster are deleted. A person rebuilds them as docs/runbooks/lost-table.md says,
 * some only after they applied the spec anew, and have deleted what that wrote.
 */
final class LostRecords {
  private static final long APPLIED_MILLIS = 15_000;
  private static final long REBUILT_MILLIS = 90_000;
  private static final long AGAIN_MILLIS = 20_000;
  private static final int APPLIES = 2;

  private final SimWorld world;

  LostRecords(SimWorld world) {
    this.world = world;
  }

  /** Deletes them; what that is told as, empty where the cluster never began. */
  String empty(SimCluster simCluster, int amount) {
    if (simCluster.clients().acknowledged().isEmpty()) {
      return "";
    }
    Set<Table> which = amount % 2 == 0 ? EnumSet.of(Table.CLUSTERS) : EnumSet.allOf(Table.class);
    delete(simCluster, which);
    simCluster.tableRestored();
    if (amount >= APPLIES) {
      world.scheduler().after(APPLIED_MILLIS, () -> simCluster.apply(1));
    }
    world.scheduler().after(REBUILT_MILLIS, () -> rebuilds(simCluster));
    return which + " of " + simCluster.name();
  }

  private void delete(SimCluster simCluster, Set<Table> which) {
    world.store().restore(List.of(), which, List.of(Keys.FLEET, simCluster.name().value()));
  }

  private void rebuilds(SimCluster simCluster) {
    SimProcess operator =
        new SimProcess(world.scheduler(), Resuming.OPERATOR + " of " + simCluster.name());
    operator.start("rebuilds", () -> rebuild(simCluster, operator));
  }

  private void rebuild(SimCluster simCluster, SimProcess operator) {
    Controllers.PortSet ports = world.portsOf(operator);
    try {
      RebuildResult result =
          new RebuildCluster(
                  ports.store(),
                  ports.cloud(),
                  world::instant,
                  () -> world.random().nonce("rebuild"))
              .run(
                  simCluster.name(),
                  ports.mirror().read(simCluster.name()),
                  Optional.of(simCluster.asked(1)),
                  Resuming.OPERATOR);
      told(simCluster, result);
    } catch (StoreUnavailableException | UnreadableRecordException e) {
      world.tell(Resuming.OPERATOR, "cannot rebuild " + simCluster.name() + ": " + e.getMessage());
      again(simCluster);
    }
  }

  private void told(SimCluster simCluster, RebuildResult result) {
    world.tell(Resuming.OPERATOR, "rebuilds " + simCluster.name() + ": " + result);
    switch (result) {
      case RebuildResult.Done done -> {}
      case RebuildResult.Busy busy -> again(simCluster);
      case RebuildResult.Refused refused -> {
        if (refused.why().stream().anyMatch(why -> why.contains("UID"))) {
          delete(simCluster, EnumSet.of(Table.CLUSTERS));
          again(simCluster);
        }
      }
    }
  }

  private void again(SimCluster simCluster) {
    world.scheduler().after(AGAIN_MILLIS, () -> rebuilds(simCluster));
  }
}
