package io.quorate.simulation.invariant;

import io.quorate.simulation.etcd.DataDirectory;
import io.quorate.simulation.node.Machine;
import io.quorate.simulation.run.World;
import java.util.Optional;

/** I6: no agent takes away the data of a member that votes, nor what a living etcd writes to. */
final class NothingDestroyed implements Invariant {
  private final World world;
  private final Voters voters;
  private Optional<String> broken = Optional.empty();

  NothingDestroyed(World world, Voters voters) {
    this.world = world;
    this.voters = voters;
  }

  @Override
  public String name() {
    return "I6 NOTHING_DESTROYED";
  }

  @Override
  public Optional<String> broken() {
    return broken;
  }

  void archived(Machine machine, DataDirectory directory) {
    if (machine.etcdHolds(directory)) {
      broken =
          Optional.of(machine.instance().id() + " archives a directory that a living etcd holds");
      world.changed();
    }
    directory
        .summary()
        .filter(summary -> voters.now().contains(summary.memberId()))
        .ifPresent(
            summary -> {
              broken =
                  Optional.of(
                      machine.instance().id()
                          + " archives the data of member "
                          + summary.memberId()
                          + ", which votes");
              world.changed();
            });
  }
}
