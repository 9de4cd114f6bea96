package io.quorate.controller.plan.outdated;

import io.quorate.controller.plan.facts.ClusterMembers;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.MemberUpdate;
import io.quorate.controller.plan.facts.NodeStates;
import io.quorate.controller.view.ClusterView;
import io.quorate.controller.view.ObservedNode;
import io.quorate.model.InstanceId;
import io.quorate.spec.DurationText;
import io.quorate.spec.EtcdVersion;
import io.quorate.state.MemberStatus;
import io.quorate.state.Soaking;
import io.quorate.state.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * How long the member that changed its release last has to serve before the next one changes:
 *
 * <ol>
 *   <li>its change is recorded with the closing of its command;
 *   <li>each turn that sees it not serve, or its etcd started once more, or with another release,
 *       records that, and the time begins anew;
 *   <li>the record goes once the time is over, the member is gone, or the spec asks for another
 *       release or for no such wait.
 * </ol>
 */
public final class Soak {
  private Soak() {}

  /** What begins when a member has restarted with a release. */
  public static Optional<Soaking> begin(
      ClusterState clusterState, InstanceId instance, EtcdVersion release) {
    return clusterState
        .node(instance)
        .filter(node -> length(clusterState.view()).isPresent())
        .map(
            node ->
                new Soaking(
                    instance,
                    release,
                    node.heartbeat().runs().starts(),
                    Optional.of(clusterState.view().observedAt())));
  }

  /** What a view adds to it. */
  public static Status next(MemberUpdate.Seen seen, Status status) {
    ClusterView view = seen.view();
    Optional<Duration> length = length(view);
    return status.withSoaking(
        status
            .soaking()
            .filter(before -> length.isPresent())
            .filter(before -> before.release().equals(view.spec().etcd().version()))
            .filter(before -> votes(seen.members(), before.instance()))
            .map(before -> seen(view, seen.health(), before))
            .filter(now -> !over(view, now, length.orElseThrow())));
  }

  private static boolean votes(ClusterMembers members, InstanceId instance) {
    return members
        .list()
        .map(
            known ->
                known.voters().stream()
                    .flatMap(voter -> members.holderOf(voter).stream())
                    .anyMatch(node -> node.heartbeat().instance().equals(instance)))
        .orElse(true);
  }

  private static Soaking seen(ClusterView view, NodeStates health, Soaking before) {
    ObservedNode node = view.nodes().get(before.instance());
    if (node == null || !health.serving(node) || !runs(node, before.release())) {
      return new Soaking(before.instance(), before.release(), before.starts(), Optional.empty());
    }
    long starts = node.heartbeat().runs().starts();
    return before.since().isPresent() && starts == before.starts()
        ? before
        : new Soaking(before.instance(), before.release(), starts, Optional.of(view.observedAt()));
  }

  private static boolean runs(ObservedNode node, EtcdVersion release) {
    return node.heartbeat()
        .status()
        .map(MemberStatus::version)
        .flatMap(EtcdVersion::parse)
        .filter(release::equals)
        .isPresent();
  }

  private static boolean over(ClusterView view, Soaking soaking, Duration length) {
    return soaking
        .since()
        .filter(since -> !view.observedAt().isBefore(since.plus(length)))
        .isPresent();
  }

  /** Why the next member does not change yet. */
  static Optional<String> waits(ClusterState clusterState) {
    Optional<Duration> length = length(clusterState.view());
    return length.flatMap(
        time -> clusterState.status().soaking().map(soaking -> words(soaking, time)));
  }

  private static String words(Soaking soaking, Duration length) {
    Optional<Instant> since = soaking.since();
    return since
            .map(
                at ->
                    soaking.instance()
                        + " serves etcd "
                        + soaking.release()
                        + " since "
                        + at
                        + ", and has to until "
                        + at.plus(length))
            .orElse(
                soaking.instance()
                    + " does not serve etcd "
                    + soaking.release()
                    + ", and then has to for "
                    + DurationText.print(length))
        + " (upgrade.soak)";
  }

  private static Optional<Duration> length(ClusterView view) {
    return view.spec().upgrade().soak();
  }
}
