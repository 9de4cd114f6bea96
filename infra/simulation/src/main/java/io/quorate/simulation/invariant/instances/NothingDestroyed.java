package io.quorate.simulation.invariant.instances;

import io.quorate.etcdmodel.ModelDirectory;
import io.quorate.model.MemberId;
import io.quorate.simulation.invariant.judge.EventInvariant;
import io.quorate.simulation.invariant.judge.Voters;
import io.quorate.simulation.node.Machine;
import io.quorate.simulation.world.SimWorld;

/**
 * I6: no agent takes away the data of a member that votes, from the machine that it was started on,
 * nor what a living etcd writes to.
 */
public final class NothingDestroyed extends EventInvariant {
  private final Voters voters;

  public NothingDestroyed(SimWorld world, Voters voters) {
    super("I6 NOTHING_DESTROYED", world);
    this.voters = voters;
  }

  /** Remembers a directory that was put aside. */
  public void archived(Machine machine, ModelDirectory directory) {
    if (machine.etcdHolds(directory)) {
      breaks(machine.instance().id() + " archives a directory that a living etcd holds");
    }
    directory
        .summary()
        .filter(summary -> voters.now().contains(summary.memberId()))
        .filter(summary -> isHome(summary.memberId(), machine))
        .ifPresent(
            summary -> {
              breaks(
                  machine.instance().id()
                      + " archives the data of member "
                      + summary.memberId()
                      + ", which votes");
            });
  }

  private boolean isHome(MemberId member, Machine machine) {
    return voters.home(member).filter(node -> node.machine() != machine).isEmpty();
  }
}
