package io.quorate.simulation.invariant.members;

import io.quorate.etcdmodel.MemberView;
import io.quorate.model.MemberId;
import io.quorate.simulation.invariant.judge.EventInvariant;
import io.quorate.simulation.invariant.judge.Voters;
import io.quorate.simulation.world.SimCluster;
import io.quorate.simulation.world.SimWorld;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * I2: a member that defragments answers nobody. When one begins, no other one of its cluster does
 * so, it does not lead, and the others are a quorum of all voters that answers; what faults did to
 * these in the last minutes nobody can have known.
 */
public final class DefragmentsAlone extends EventInvariant {
  private static final long PEACE_MILLIS = 120_000;

  private final SimWorld world;
  private final SimCluster simCluster;
  private final Voters voters;
  private Set<MemberId> before = Set.of();

  public DefragmentsAlone(SimWorld world, SimCluster simCluster, Voters voters) {
    super("I2 DEFRAGMENTS_ALONE", world);
    this.world = world;
    this.simCluster = simCluster;
    this.voters = voters;
  }

  /** Looks at what has changed. */
  public void look() {
    Set<MemberId> now = new HashSet<>();
    List<MemberView> awake = simCluster.members();
    awake.stream()
        .filter(MemberView::defragments)
        .forEach(
            view -> {
              now.add(view.member());
              if (!before.contains(view.member())) {
                judge(view, awake);
              }
            });
    before = now;
  }

  private void judge(MemberView begins, List<MemberView> awake) {
    String what = "member " + begins.member() + " defragments";
    awake.stream()
        .filter(view -> view.defragments() && !view.member().equals(begins.member()))
        .findFirst()
        .ifPresent(other -> breaks(what + " while member " + other.member() + " does"));
    if (begins.leads()) {
      breaks(what + " though it leads");
    }
    long others =
        awake.stream()
            .filter(view -> !view.defragments() && voters.now().contains(view.member()))
            .count();
    boolean atPeace = voters.othersAtPeace(begins.member(), world.scheduler().now() - PEACE_MILLIS);
    if (voters.now().contains(begins.member()) && others * 2 <= voters.now().size() && atPeace) {
      breaks(
          what + " while only " + others + " others of " + voters.now().size() + " voters answer");
    }
  }
}
