package io.quorate.controller.plan.dns;

import io.quorate.command.CommandEffect;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.view.GroupView;
import io.quorate.controller.view.ObservedNode;
import io.quorate.model.InstanceId;
import io.quorate.spec.SubjectName;
import io.quorate.state.DnsRecords;
import io.quorate.state.MemberEntry;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Which members the records of the cluster's name tell.
 *
 * <ol>
 *   <li>A voter is told once it serves: its agent says so, the leader does not miss it, and its
 *       etcd is not closed to clients (ADR 48).
 *   <li>One that leaves, or whose instance ends by whatever cause, is told no longer, although it
 *       still serves.
 *   <li>One that does not serve is told no longer after {@link #RESTART}; until then it stays, for
 *       it may only restart. An agent that is silent says nothing of its member: the leader does.
 *   <li>Where nobody would be left, or nobody proves who the voters are, the records stay as they
 *       are: an address that may come back is better than none.
 * </ol>
 *
 * @param urls the client URL of each member that is told; those told so far, where nobody would be
 *     left
 * @param notReady told members that do not serve, and since when
 */
record NamedMembers(Map<InstanceId, String> urls, Map<InstanceId, Instant> notReady) {
  /** Longer than a restart of etcd with its data takes; a turn comes each minute at least. */
  static final Duration RESTART = Duration.ofSeconds(30);

  NamedMembers {
    urls = Map.copyOf(urls);
    notReady = Map.copyOf(notReady);
  }

  /** What a look at the cluster makes of what was told so far. */
  static NamedMembers of(ClusterState clusterState, DnsRecords before) {
    if (clusterState.members().list().isEmpty() || !clusterState.quorum().membershipCurrent()) {
      return new NamedMembers(before.written(), before.notReady());
    }
    Instant now = clusterState.view().observedAt();
    Map<InstanceId, String> urls = new TreeMap<>();
    Map<InstanceId, Instant> notReady = new TreeMap<>();
    for (MemberEntry voter : clusterState.members().list().orElseThrow().voters()) {
      Optional<ObservedNode> holder =
          clusterState.members().holderOf(voter).filter(node -> stays(clusterState, voter, node));
      if (holder.isEmpty()) {
        continue;
      }
      InstanceId instance = holder.get().heartbeat().instance();
      String url = holder.get().heartbeat().endpoints().clientUrl();
      if (!isAtAnAddress(url)) {
        continue;
      }
      if (serves(clusterState, voter, holder.get())) {
        urls.put(instance, url);
      } else if (before.written().containsKey(instance)) {
        Instant since = before.notReady().getOrDefault(instance, now);
        notReady.put(instance, since);
        if (now.isBefore(since.plus(RESTART))) {
          urls.put(instance, url);
        }
      }
    }
    return new NamedMembers(urls.isEmpty() ? before.written() : urls, notReady);
  }

  /** A record tells addresses; what a row says else is nobody's. */
  private static boolean isAtAnAddress(String url) {
    try {
      URI uri = new URI(url);
      return uri.getHost() != null
          && uri.getPort() > 0
          && SubjectName.isAddress(uri.getHost().replaceAll("[\\[\\]]", ""));
    } catch (URISyntaxException e) {
      return false;
    }
  }

  private static boolean serves(ClusterState clusterState, MemberEntry voter, ObservedNode node) {
    if (node.heartbeat().report().closed()) {
      return false;
    }
    boolean missed = clusterState.quorum().missedByLeader(voter.id());
    return clusterState.health().silent(node)
        ? !missed && clusterState.health().saysItServes(node) && heard(clusterState, voter)
        : !missed && clusterState.health().serving(node);
  }

  /** Whether the leader that answers hears a member, or a voter that serves follows it. */
  private static boolean heard(ClusterState clusterState, MemberEntry voter) {
    return clusterState
            .quorum()
            .answeringLeader()
            .flatMap(leader -> leader.heartbeat().viewOf(voter.id()))
            .isPresent()
        || clusterState.quorum().healthyVoters().stream()
            .anyMatch(
                follower ->
                    ClusterState.statusOf(follower)
                        .leader()
                        .filter(voter.id()::equals)
                        .isPresent());
  }

  private static boolean stays(ClusterState clusterState, MemberEntry voter, ObservedNode node) {
    InstanceId instance = node.heartbeat().instance();
    return clusterState.health().living(instance)
        && !clusterState.status().ending(instance)
        && !clusterState.status().group().leaves(instance)
        && !terminates(clusterState, instance)
        && clusterState.status().operation().stream()
            .flatMap(open -> open.effects().stream())
            .noneMatch(
                effect ->
                    effect.equals(new CommandEffect.Stops(instance))
                        || effect.equals(new CommandEffect.Removes(voter.id())));
  }

  private static boolean terminates(ClusterState clusterState, InstanceId instance) {
    return clusterState.view().group() instanceof GroupView.Observed group
        && group.terminates(instance);
  }
}
