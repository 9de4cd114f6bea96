package io.quorate.simulation.invariant.members;

import io.quorate.etcdmodel.MemberView;
import io.quorate.model.EtcdClusterId;
import io.quorate.simulation.invariant.judge.EventInvariant;
import io.quorate.simulation.world.SimCluster;
import io.quorate.simulation.world.SimWorld;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * I9: NOSPACE is disarmed only when no member's database is at its quota any more: the next write
 * would raise it again. A seeder, alone, disarms what its source was saved with.
 */
public final class DisarmedWithRoom extends EventInvariant {
  private final SimCluster simCluster;
  private final Map<EtcdClusterId, Boolean> raised = new HashMap<>();

  public DisarmedWithRoom(SimWorld world, SimCluster simCluster) {
    super("I9 DISARMED_WITH_ROOM", world);
    this.simCluster = simCluster;
  }

  /** Looks at what has changed. */
  public void look() {
    simCluster.leader().ifPresent(this::look);
  }

  private void look(MemberView leader) {
    boolean now = leader.noSpace();
    Boolean before = raised.put(leader.cluster(), now);
    if (now || !Boolean.TRUE.equals(before) || leader.voters().size() < 2) {
      return;
    }
    List<MemberView> members = simCluster.members();
    members.stream()
        .filter(view -> leader.voters().contains(view.member()) && view.full())
        .findFirst()
        .ifPresent(
            full ->
                breaks(
                    "NOSPACE is disarmed while the database of member "
                        + full.member()
                        + " is at its quota"));
  }
}
