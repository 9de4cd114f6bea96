package io.quorate.simulation.invariant.records;

import io.quorate.controller.view.InstanceState;
import io.quorate.etcdmodel.MemberView;
import io.quorate.etcdmodel.ModelProcess;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.simulation.cloud.Instance;
import io.quorate.simulation.invariant.judge.Invariant;
import io.quorate.simulation.node.SimNode;
import io.quorate.simulation.world.SimCluster;
import io.quorate.simulation.world.SimWorld;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The records of the cluster's name tell true (ADR 47): once they told somebody they are never
 * empty, they tell nobody who never was a voter, and the name has the addresses of those that it
 * tells. In peace, while somebody leads, they tell nobody for longer than {@link #BOUND_MILLIS}
 * whose instance ended, or whom the leader does not count any more.
 */
public final class NameTells implements Invariant {
  /** A turn comes each minute, and a call that came to nothing is made anew by the next. */
  private static final long BOUND_MILLIS = 240_000;

  private final SimWorld world;
  private final SimCluster simCluster;
  private final Set<MemberId> voted = new HashSet<>();
  private final Map<MemberId, InstanceId> homes = new HashMap<>();
  private final Map<InstanceId, Long> goneSince = new HashMap<>();
  private boolean told;

  public NameTells(SimWorld world, SimCluster simCluster) {
    this.world = world;
    this.simCluster = simCluster;
  }

  @Override
  public String name() {
    return "NAME_TELLS";
  }

  @Override
  public Optional<String> broken() {
    return simCluster.told().flatMap(this::broken);
  }

  private Optional<String> broken(Map<InstanceId, String> now) {
    look();
    if (now.isEmpty() && told) {
      return Optional.of("the name tells nobody any more");
    }
    told |= !now.isEmpty();
    if (!new TreeSet<>(now.values()).equals(new TreeSet<>(simCluster.addresses()))) {
      return Optional.of("the name has " + simCluster.addresses() + ", its members have " + now);
    }
    Set<InstanceId> strangers = new TreeSet<>(now.keySet());
    strangers.removeAll(homesOf(voted));
    return strangers.isEmpty()
        ? gone(now.keySet())
        : Optional.of("the name tells " + strangers + ", who never was a voter");
  }

  /** Who ran where, and who votes as anybody that is awake has it. */
  private void look() {
    for (SimNode node : simCluster.fleet().nodes()) {
      node.machine()
          .etcd()
          .flatMap(ModelProcess::memberView)
          .ifPresent(
              member -> {
                homes.putIfAbsent(member.member(), node.machine().instance().id());
                voted.addAll(member.voters());
              });
    }
  }

  private Set<InstanceId> homesOf(Set<MemberId> members) {
    return homes.entrySet().stream()
        .filter(home -> members.contains(home.getKey()))
        .map(Map.Entry::getValue)
        .collect(Collectors.toSet());
  }

  private Optional<String> gone(Set<InstanceId> members) {
    Optional<MemberView> leader = simCluster.leader();
    if (!world.outages().calm() || leader.isEmpty() || simCluster.waitsForOperator()) {
      goneSince.clear();
      return Optional.empty();
    }
    Set<InstanceId> counted = homesOf(leader.get().voters());
    goneSince.keySet().retainAll(members);
    long now = world.scheduler().now();
    for (InstanceId member : members) {
      if (counted.contains(member) && !ended(member)) {
        goneSince.remove(member);
      } else if (now - goneSince.computeIfAbsent(member, m -> now) > BOUND_MILLIS) {
        return Optional.of(
            "the name tells " + member + ", who is gone for " + BOUND_MILLIS / 1_000 + " s");
      }
    }
    return Optional.empty();
  }

  private boolean ended(InstanceId instance) {
    return simCluster
        .group()
        .find(instance)
        .map(Instance::state)
        .filter(InstanceState.TERMINATED::equals)
        .isPresent();
  }
}
