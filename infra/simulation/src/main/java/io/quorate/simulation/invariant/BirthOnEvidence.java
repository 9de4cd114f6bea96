package io.quorate.simulation.invariant;

import io.quorate.simulation.faults.FaultKind;
import io.quorate.simulation.faults.Knob;
import io.quorate.simulation.run.ClusterSite;
import io.quorate.simulation.run.World;
import io.quorate.simulation.store.StoreModel;
import io.quorate.state.Birth;
import io.quorate.state.DataState;
import io.quorate.state.Heartbeat;
import io.quorate.state.Lineage;
import io.quorate.state.Voter;
import io.quorate.store.Keys;
import io.quorate.store.Table;
import java.util.OptionalLong;

/**
 * I1, I11: a birth is decided for nodes only whose rows show an empty disk, the one that the birth
 * names; on fewer than are wished only once the spec's wait has passed since the first node
 * reported; and it is final only once the archive holds it too.
 */
final class BirthOnEvidence extends JudgedAtOnce {
  private final World world;
  private final ClusterSite site;
  private final boolean clockJumps;
  private OptionalLong firstRow = OptionalLong.empty();

  BirthOnEvidence(World world, ClusterSite site) {
    super("I1 BIRTH_ON_EVIDENCE", world);
    this.world = world;
    this.site = site;
    clockJumps =
        world.scenario().faults().stream()
            .anyMatch(fault -> fault.kind() == FaultKind.CONTROLLER_CLOCK_JUMP);
    world.store().onWrite(this::written);
  }

  private void written(StoreModel.Written done) {
    if (firstRow.isEmpty() && !done.puts(Table.NODES, site.name().value()).isEmpty()) {
      firstRow = OptionalLong.of(world.scheduler().now());
    }
    done.puts(Table.CLUSTERS, site.name().value()).stream()
        .filter(item -> item.key().equals(Keys.lineage(site.name())))
        .flatMap(item -> Records.lineage(item).stream())
        .forEach(next -> judge(done, next));
  }

  private void judge(StoreModel.Written done, Lineage next) {
    switch (next.state()) {
      case UNBORN -> {}
      case COMMITTING -> next.birth().ifPresent(birth -> decided(done, birth));
      case COMMITTED -> next.birth().ifPresent(this::finished);
    }
  }

  private void decided(StoreModel.Written done, Birth birth) {
    waited(birth);
    Evidence evidence = new Evidence(site, world.store(), done);
    birth.voters().stream()
        .filter(voter -> evidence.row(voter.instance()).filter(row -> empty(row, voter)).isEmpty())
        .findFirst()
        .ifPresent(
            voter ->
                breaks(
                    "a birth is decided on "
                        + voter
                        + ", but its row shows "
                        + evidence.row(voter.instance())));
  }

  /** By clocks that may differ, each by as much as any is wrong. */
  private void waited(Birth birth) {
    int wished = world.scenario().knob(Knob.SIZE);
    long now = world.scheduler().now();
    long waited = now - firstRow.orElse(now) + 2L * world.scenario().knob(Knob.SKEW_MILLIS);
    if (birth.voters().size() < wished && waited < site.bootstrapWaitMillis() && !clockJumps) {
      breaks(
          "a birth is decided on "
              + birth.voters().size()
              + " of "
              + wished
              + " nodes, "
              + waited
              + " ms after the first reported");
    }
  }

  private static boolean empty(Heartbeat row, Voter voter) {
    return row.data() == DataState.NONE
        && row.identity().isEmpty()
        && row.boot().diskNonce().equals(voter.diskNonce());
  }

  private void finished(Birth birth) {
    String id = birth.clusterId().toString();
    if (world.store().archive().under(site.name() + "/").values().stream()
        .noneMatch(object -> object.contains(id))) {
      breaks("the birth of " + id + " is final, but the archive has no word of it");
    }
  }
}
