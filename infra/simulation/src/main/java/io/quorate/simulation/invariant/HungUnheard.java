package io.quorate.simulation.invariant;

import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.simulation.node.Node;
import io.quorate.simulation.run.ClusterSite;
import io.quorate.simulation.run.World;

/**
 * I7: when a controller records that it will terminate the instance of a voter whose own agent does
 * not call its data unusable, no other voter that nothing besets has heard that voter for {@code
 * silentGrace}, or had not until a moment ago. That is asked of the network itself, not of what
 * agents report.
 */
final class HungUnheard extends JudgedAtOnce {
  private static final long MOMENT_MILLIS = 60_000;
  private static final long PEACE_MILLIS = 60_000;

  /** Between what is sent and what an agent has counted. */
  private static final long SLACK_MILLIS = 5_000;

  private final World world;
  private final ClusterSite site;
  private final Voters voters;

  HungUnheard(World world, ClusterSite site, Voters voters) {
    super("I7 HUNG_UNHEARD", world);
    this.world = world;
    this.site = site;
    this.voters = voters;
  }

  /** A controller records that it will terminate this instance. */
  void judge(InstanceId instance) {
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
                        + site.graceMillis()
                        + " ms");
              });
    }
  }

  private boolean well(Node node) {
    return node.disturbedUntil() < world.scheduler().now() - PEACE_MILLIS;
  }

  private boolean hears(String from, Node node) {
    long now = world.scheduler().now();
    return world
        .net()
        .hearing(from, node.machine().address())
        .filter(h -> !h.missed(site.graceMillis() - SLACK_MILLIS, now - MOMENT_MILLIS, now))
        .isPresent();
  }
}
