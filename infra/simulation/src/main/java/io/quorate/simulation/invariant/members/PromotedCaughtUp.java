package io.quorate.simulation.invariant.members;

import io.quorate.etcdmodel.MemberView;
import io.quorate.model.MemberId;
import io.quorate.simulation.faults.Knob;
import io.quorate.simulation.invariant.judge.Invariant;
import io.quorate.simulation.invariant.judge.Voters;
import io.quorate.simulation.node.LearnerLooks;
import io.quorate.simulation.world.SimCluster;
import io.quorate.simulation.world.SimWorld;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * A learner is made a voter only if its agent, just before it asked for that, saw it trail by the
 * spec's limit at most: what it had applied, against what was committed when a contact last
 * answered with a quorum.
 */
public final class PromotedCaughtUp implements Invariant {
  private static final long EVERY_MILLIS = 200;
  private static final long KEPT_MILLIS = 600_000;

  private final SimWorld world;
  private final SimCluster simCluster;
  private final Voters voters;
  private final TreeMap<Long, Long> committed = new TreeMap<>();
  private Set<MemberId> before = Set.of();

  public PromotedCaughtUp(SimWorld world, SimCluster simCluster, Voters voters) {
    this.world = world;
    this.simCluster = simCluster;
    this.voters = voters;
  }

  @Override
  public String name() {
    return "PROMOTED_CAUGHT_UP";
  }

  @Override
  public Optional<String> broken() {
    long now = world.scheduler().now();
    Optional<MemberView> leader = simCluster.leader();
    if (leader.isEmpty()) {
      return Optional.empty();
    }
    if (committed.isEmpty() || now - committed.lastKey() >= EVERY_MILLIS) {
      committed.put(now, leader.get().committed());
      committed.headMap(now - KEPT_MILLIS).clear();
    }
    Set<MemberId> is = voters.now();
    Set<MemberId> was = before;
    before = is;
    return is.equals(was) || was.isEmpty()
        ? Optional.empty()
        : is.stream()
            .filter(member -> !was.contains(member))
            .flatMap(member -> late(member).stream())
            .findFirst();
  }

  private Optional<String> late(MemberId member) {
    List<Long> lags =
        voters.home(member).stream()
            .flatMap(node -> node.machine().learnerLooks().promotions().stream())
            .map(this::lag)
            .toList();
    long limit = world.scenario().knob(Knob.LEARNER_LAG);
    return lags.isEmpty() || lags.stream().anyMatch(lag -> lag <= limit)
        ? Optional.empty()
        : Optional.of(
            "member "
                + member
                + " was promoted though its agent saw it trail by "
                + lags.getLast()
                + " entries; limit "
                + limit);
  }

  private long lag(LearnerLooks.Look look) {
    Map.Entry<Long, Long> then = committed.floorEntry(look.listedAt());
    return then == null ? 0 : then.getValue() - look.applied();
  }
}
