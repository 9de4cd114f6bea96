package io.quorate.simulation.invariant;

import io.quorate.controller.view.InstanceState;
import io.quorate.instruction.InstructionHeader;
import io.quorate.instruction.InstructionSlot;
import io.quorate.instruction.Outcome;
import io.quorate.simulation.run.ClusterSite;
import io.quorate.simulation.run.World;
import io.quorate.simulation.store.StoreModel;
import io.quorate.store.Keys;
import io.quorate.store.Table;
import io.quorate.store.Write;
import java.util.Optional;

/**
 * I3: an instruction is closed only by its executor's answer, as the controller has read it, or
 * once its executor is terminated.
 */
final class ClosedByAnswer implements Invariant {
  private final World world;
  private final ClusterSite site;
  private Optional<String> broken = Optional.empty();

  ClosedByAnswer(World world, ClusterSite site) {
    this.world = world;
    this.site = site;
    world.store().onWrite(this::written);
  }

  @Override
  public String name() {
    return "I3 CLOSED_BY_ANSWER";
  }

  @Override
  public Optional<String> broken() {
    return broken;
  }

  private void written(StoreModel.Written done) {
    for (Write write : done.writes()) {
      if (write instanceof Write.Put put
          && put.key().table() == Table.CLUSTERS
          && put.key().partition().equals(site.name().value())
          && put.key().sort().startsWith(Keys.INSTRUCTION)) {
        Records.slot(put.item())
            .filter(slot -> slot.state() == InstructionSlot.State.CLOSED)
            .map(slot -> slot.instruction().header())
            .filter(header -> !answered(done, header) && !terminated(header))
            .ifPresent(header -> breaks(done, header));
      }
    }
  }

  private boolean answered(StoreModel.Written done, InstructionHeader header) {
    return Evidence.read(site, done).stream()
        .filter(row -> row.instance().equals(header.executor()))
        .flatMap(row -> row.outcome().stream())
        .map(Outcome::instructionId)
        .anyMatch(header.id()::equals);
  }

  private boolean terminated(InstructionHeader header) {
    return site.group().instances().stream()
        .anyMatch(
            instance ->
                instance.id().equals(header.executor())
                    && instance.state() == InstanceState.TERMINATED);
  }

  private void breaks(StoreModel.Written done, InstructionHeader header) {
    broken =
        Optional.of(
            done.by()
                + " closes "
                + header.id()
                + ", but "
                + header.executor()
                + " neither answered it nor is terminated");
    world.changed();
  }
}
