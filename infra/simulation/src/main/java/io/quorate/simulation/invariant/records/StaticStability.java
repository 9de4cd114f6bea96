package io.quorate.simulation.invariant.records;

import io.quorate.etcdmodel.ModelDirectory;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.simulation.invariant.judge.EventInvariant;
import io.quorate.simulation.invariant.judge.Instructed;
import io.quorate.simulation.invariant.judge.Voters;
import io.quorate.simulation.node.Machine;
import io.quorate.simulation.world.SimWorld;

/**
 * I10: nobody is removed and nothing is put out of etcd's path but by an instruction that a
 * controller recorded. While store, Lambda or cloud are down none can be recorded, so that this
 * holds then as at any other time.
 */
public final class StaticStability extends EventInvariant {
  private final Voters voters;
  private final Instructed instructed;

  public StaticStability(SimWorld world, Voters voters, Instructed instructed) {
    super("I10 STATIC", world);
    this.voters = voters;
    this.instructed = instructed;
  }

  /** A voter was removed from the membership. */
  public void removed(MemberId member) {
    if (voters.home(member).isPresent() && !instructed.toGo(member)) {
      breaks("voter " + member + " was removed, but no instruction ever named it");
    }
  }

  /** An agent takes a directory away. */
  public void archived(Machine machine, ModelDirectory directory) {
    InstanceId instance = machine.instance().id();
    if (!instructed.joins(instance) && !instructed.leaves(instance)) {
      breaks(
          machine.instance().id()
              + " archives a directory of "
              + directory.summary()
              + ", but was never told to join or to leave");
    }
  }
}
