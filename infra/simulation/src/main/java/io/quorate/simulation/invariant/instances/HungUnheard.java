package io.quorate.simulation.invariant.instances;

import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.simulation.invariant.judge.EventInvariant;
import io.quorate.simulation.invariant.judge.Voters;
import io.quorate.simulation.node.SimNode;
import io.quorate.simulation.world.SimCluster;
import io.quorate.simulation.world.SimWorld;

/**
 * I7: when a controller records that it will terminate the instance of a voter whose own agent does
 * not call its data unusable, no other voter that nothing besets has heard that voter for {@code
 * silentGrace}, or had not until a moment ago. That is asked of the network itself, not of what
 * agents report.
 */
public final class HungUnheard extends EventInvariant {
  private static final long MOMENT_MILLIS = 60_000;
  private static final long PEACE_MILLIS = 60_000;

  /** Between what is sent and what an agent has counted. */
  private static final long SLACK_MILLIS = 5_000;

  private final SimWorld world;
  private final SimCluster simCluster;
  private final Voters voters;

  public HungUnheard(SimWorld world, SimCluster simCluster, Voters voters) {
    super("I7 HUNG_UNHEARD", world);
    this.world = world;
    this.simCluster = simCluster;
    this.voters = voters;
  }

  /** A controller records that it will terminate this instance. */
  public void judge(InstanceId instance) {
    voters.on(instance).filter(voters::usable).ifPresent(member -> judge(instance, member));
  }

  private void judge(InstanceId instance, MemberId member) {
    String from = voters.home(member).orElseThrow().machine().address();
    for (MemberId other : voters.now()) {
      voters
          .home(other)
          .filter(node -> !other.equals(member) && voters.awake(other) && well(node))
          .filter(node -> hears(from, node))
          .ifPresent(
              node -> {
                breaks(
                    "a controller is to terminate "
                        + instance
                        + ", but "
                        + node.machine().instance().id()
                        + " has heard its voter "
                        + member
                        + " within "
                        + simCluster.graceMillis()
                        + " ms");
              });
    }
  }

  private boolean well(SimNode node) {
    return node.disturbedUntil() < world.scheduler().now() - PEACE_MILLIS;
  }

  private boolean hears(String from, SimNode node) {
    long now = world.scheduler().now();
    return world
        .net()
        .hearing(from, node.machine().address())
        .filter(h -> !h.missed(simCluster.graceMillis() - SLACK_MILLIS, now - MOMENT_MILLIS, now))
        .isPresent();
  }
}
