package io.quorate.simulation.invariant.data;

import io.quorate.etcdmodel.MemberView;
import io.quorate.simulation.invariant.judge.Invariant;
import io.quorate.simulation.invariant.judge.NewLeader;
import io.quorate.simulation.invariant.judge.Voters;
import io.quorate.simulation.world.SimCluster;
import java.util.Optional;

/**
 * I5: while a majority of the voters' disks survives, every leader has every acknowledged write.
 */
public final class AckedSurvives implements Invariant {
  private final SimCluster simCluster;
  private final Voters voters;
  private final NewLeader newLeader = new NewLeader();

  public AckedSurvives(SimCluster simCluster, Voters voters) {
    this.simCluster = simCluster;
    this.voters = voters;
  }

  @Override
  public String name() {
    return "I5 ACKED_SURVIVES";
  }

  @Override
  public Optional<String> broken() {
    if (mayBeLost()) {
      return Optional.empty();
    }
    Optional<String> read = simCluster.clients().broken();
    if (read.isPresent()) {
      return read;
    }
    return newLeader.next(simCluster.leader()).flatMap(this::missing);
  }

  @Override
  public Optional<String> brokenAtEnd() {
    return mayBeLost() ? Optional.empty() : simCluster.leader().flatMap(this::missing);
  }

  private boolean mayBeLost() {
    return voters.majorityLost() || voters.logsMayDiffer();
  }

  private Optional<String> missing(MemberView leader) {
    long missing =
        simCluster.clients().acknowledged().stream().filter(key -> !leader.has(key)).count();
    return missing == 0
        ? Optional.empty()
        : Optional.of(
            "leader "
                + leader.member()
                + " of term "
                + leader.term()
                + " lacks "
                + missing
                + " of "
                + simCluster.clients().acknowledged().size()
                + " acknowledged writes");
  }
}
