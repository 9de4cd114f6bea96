package io.quorate.simulation.invariant;

import io.quorate.model.MemberId;
import io.quorate.simulation.etcd.Glance;
import io.quorate.simulation.faults.Knob;
import io.quorate.simulation.node.Node;
import io.quorate.simulation.run.ClusterSite;
import io.quorate.simulation.run.World;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * A learner is made a voter only while it trails the leader by the spec's limit at most, and by
 * what was written during one look of the agent: two seconds, for its own status, the others' at
 * the same time, a contact's list and the call itself; ten where other voters were beset, for each
 * may be waited for; longer by as much as a scenario lets calls arrive late. An agent that was
 * frozen in between is not judged.
 */
final class PromotedCaughtUp implements Invariant {
  private static final long LOOK_MILLIS = 2_000;
  private static final long BESET_MILLIS = 8_000;
  private static final long PEACE_MILLIS = 60_000;
  private static final long LATEST_MILLIS = 120_000;

  private final World world;
  private final ClusterSite site;
  private final Voters voters;
  private final TreeMap<Long, Long> committed = new TreeMap<>();
  private final long late;
  private Set<MemberId> before = Set.of();

  PromotedCaughtUp(World world, ClusterSite site, Voters voters) {
    this.world = world;
    this.site = site;
    this.voters = voters;
    late = (world.scenario().knob(Knob.ETCD_LATE) > 0 ? LATEST_MILLIS : 0);
  }

  @Override
  public String name() {
    return "PROMOTED_CAUGHT_UP";
  }

  @Override
  public Optional<String> broken() {
    long now = world.scheduler().now();
    Optional<Glance> leader = site.leader();
    if (leader.isEmpty()) {
      return Optional.empty();
    }
    if (committed.isEmpty() || now - committed.lastKey() >= 1_000) {
      committed.put(now, leader.get().committed());
      committed.headMap(now - LOOK_MILLIS - BESET_MILLIS - LATEST_MILLIS).clear();
    }
    Set<MemberId> is = voters.now();
    Set<MemberId> was = before;
    before = is;
    return is.equals(was) || was.isEmpty()
        ? Optional.empty()
        : is.stream()
            .filter(member -> !was.contains(member))
            .flatMap(member -> late(leader.get(), member, now).stream())
            .findFirst();
  }

  private Optional<String> late(Glance leader, MemberId member, long now) {
    long look =
        LOOK_MILLIS + late + (voters.othersAtPeace(member, now - PEACE_MILLIS) ? 0 : BESET_MILLIS);
    if (voters
        .home(member)
        .flatMap(Node::agent)
        .filter(a -> a.frozenUntil() > now - look)
        .isPresent()) {
      return Optional.empty();
    }
    long lag = leader.committed() - leader.match(member);
    Map.Entry<Long, Long> then = committed.floorEntry(now - look);
    long written = leader.committed() - (then == null ? 0 : then.getValue());
    long limit = world.scenario().knob(Knob.LEARNER_LAG);
    return lag <= limit + written
        ? Optional.empty()
        : Optional.of(
            "member "
                + member
                + " was promoted though it trailed by "
                + lag
                + " entries; limit "
                + limit
                + ", written during one look "
                + written);
  }
}
