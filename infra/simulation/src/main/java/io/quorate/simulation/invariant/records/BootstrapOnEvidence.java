package io.quorate.simulation.invariant.records;

import io.quorate.simulation.faults.FaultKind;
import io.quorate.simulation.faults.Knob;
import io.quorate.simulation.invariant.judge.EventInvariant;
import io.quorate.simulation.invariant.judge.Evidence;
import io.quorate.simulation.invariant.judge.TableRecords;
import io.quorate.simulation.store.StoreModel;
import io.quorate.simulation.world.SimCluster;
import io.quorate.simulation.world.SimWorld;
import io.quorate.state.Bootstrap;
import io.quorate.state.DataState;
import io.quorate.state.Heartbeat;
import io.quorate.state.InitialMember;
import io.quorate.state.Lineage;
import io.quorate.store.Keys;
import io.quorate.store.Table;
import java.util.OptionalLong;

/**
 * I1, I11: a bootstrap is decided only for nodes whose rows show an empty disk, the one that the
 * bootstrap names; on fewer than are desired only once the spec's wait has passed since the first
 * node reported; and it is final only once the lineage mirror holds it too.
 */
public final class BootstrapOnEvidence extends EventInvariant {
  private final SimWorld world;
  private final SimCluster simCluster;
  private final boolean clockJumps;
  private OptionalLong firstRow = OptionalLong.empty();

  public BootstrapOnEvidence(SimWorld world, SimCluster simCluster) {
    super("I1 BOOTSTRAP_ON_EVIDENCE", world);
    this.world = world;
    this.simCluster = simCluster;
    clockJumps =
        world.scenario().faults().stream()
            .anyMatch(fault -> fault.kind() == FaultKind.CONTROLLER_CLOCK_JUMP);
    world.store().onWrite(this::written);
  }

  private void written(StoreModel.Written done) {
    if (firstRow.isEmpty() && !done.puts(Table.NODES, simCluster.name().value()).isEmpty()) {
      firstRow = OptionalLong.of(world.scheduler().now());
    }
    done.puts(Table.CLUSTERS, simCluster.name().value()).stream()
        .filter(item -> item.key().equals(Keys.lineage(simCluster.name())))
        .flatMap(item -> TableRecords.lineage(item).stream())
        .forEach(next -> judge(done, next));
  }

  private void judge(StoreModel.Written done, Lineage next) {
    switch (next.state()) {
      case UNBOOTSTRAPPED -> {}
      case COMMITTING -> next.bootstrap().ifPresent(bootstrap -> decided(done, bootstrap));
      case COMMITTED -> next.bootstrap().ifPresent(this::finished);
      case DELETED -> {}
    }
  }

  private void decided(StoreModel.Written done, Bootstrap bootstrap) {
    waited(bootstrap);
    Evidence evidence = new Evidence(simCluster, world.store(), done);
    bootstrap.voters().stream()
        .filter(voter -> evidence.row(voter.instance()).filter(row -> empty(row, voter)).isEmpty())
        .findFirst()
        .ifPresent(
            voter ->
                breaks(
                    "a bootstrap is decided on "
                        + voter
                        + ", but its row shows "
                        + evidence.row(voter.instance())));
  }

  /** By clocks that may differ, each by as much as any is wrong. */
  private void waited(Bootstrap bootstrap) {
    int desired = world.scenario().knob(Knob.SIZE);
    long now = world.scheduler().now();
    long waited = now - firstRow.orElse(now) + 2L * world.scenario().knob(Knob.SKEW_MILLIS);
    if (bootstrap.voters().size() < desired
        && waited < simCluster.bootstrapWaitMillis()
        && !clockJumps) {
      breaks(
          "a bootstrap is decided on "
              + bootstrap.voters().size()
              + " of "
              + desired
              + " nodes, "
              + waited
              + " ms after the first reported");
    }
  }

  private static boolean empty(Heartbeat row, InitialMember voter) {
    return row.data() == DataState.NONE
        && row.identity().isEmpty()
        && row.boot().diskId().equals(voter.diskId());
  }

  private void finished(Bootstrap bootstrap) {
    String id = bootstrap.clusterId().toString();
    if (world.store().archive().under(simCluster.name() + "/").values().stream()
        .noneMatch(object -> object.contains(id))) {
      breaks("the bootstrap of " + id + " is final, but the lineage mirror does not hold it");
    }
  }
}
