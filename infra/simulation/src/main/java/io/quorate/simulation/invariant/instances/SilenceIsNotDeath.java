package io.quorate.simulation.invariant.instances;

import io.quorate.controller.view.InstanceState;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.simulation.cloud.Instance;
import io.quorate.simulation.invariant.judge.EventInvariant;
import io.quorate.simulation.invariant.judge.Instructed;
import io.quorate.simulation.invariant.judge.Voters;
import io.quorate.simulation.node.SimNode;
import io.quorate.simulation.world.SimCluster;
import io.quorate.simulation.world.SimWorld;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * I7: a voter is removed only when its instance is terminated or its own agent calls its data
 * unusable, or was told to leave, and no controller terminates a node that nothing had beset when
 * that was first recorded.
 */
public final class SilenceIsNotDeath extends EventInvariant {
  private static final long PEACE_MILLIS = 90_000;

  private final SimWorld world;
  private final SimCluster simCluster;
  private final Voters voters;
  private final Instructed instructed;
  private final Map<InstanceId, Long> recorded = new HashMap<>();

  public SilenceIsNotDeath(
      SimWorld world, SimCluster simCluster, Voters voters, Instructed instructed) {
    super("I7 SILENCE_IS_NOT_DEATH", world);
    this.world = world;
    this.simCluster = simCluster;
    this.voters = voters;
    this.instructed = instructed;
    simCluster.group().onControllerTerminates(this::terminates);
  }

  /** A voter was removed from the membership. */
  public void removed(MemberId member) {
    Optional<SimNode> home = voters.home(member);
    boolean terminated =
        home.filter(n -> n.machine().instance().state() == InstanceState.TERMINATED).isPresent();
    if (home.isPresent() && !terminated && !instructed.leaves(member) && voters.usable(member)) {
      breaks(
          "voter "
              + member
              + " was removed though "
              + home.get().machine().instance().id()
              + " is "
              + home.get().machine().instance().state()
              + " and its journal calls its data usable");
    }
  }

  /** It was first recorded that an instance is to be terminated: that is never taken back. */
  public void recorded(InstanceId instance) {
    recorded.put(instance, world.scheduler().now());
  }

  private void terminates(Instance instance) {
    long now = world.scheduler().now();
    long since = recorded.getOrDefault(instance.id(), now) - PEACE_MILLIS;
    simCluster.fleet().nodes().stream()
        .filter(node -> node.machine().instance() == instance && node.machine().on())
        .filter(node -> node.disturbedUntil() < since)
        .filter(node -> voters.on(instance.id()).filter(voters::awake).isPresent())
        .forEach(
            node -> {
              breaks(
                  "a controller terminates "
                      + instance.id()
                      + " though its voter is awake and nothing has beset it");
            });
  }
}
