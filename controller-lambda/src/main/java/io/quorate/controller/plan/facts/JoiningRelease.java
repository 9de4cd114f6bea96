package io.quorate.controller.plan.facts;

import io.quorate.command.CommandKind;
import io.quorate.controller.view.ObservedNode;
import io.quorate.release.StorageVersion;
import io.quorate.release.TargetRelease;
import io.quorate.spec.EtcdVersion;
import io.quorate.state.DataState;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The release that a node joins with:
 *
 * <ol>
 *   <li>the one that most voters run, on a tie the older; between two lines one of the older, for
 *       while that is listed the cluster stays at it;
 *   <li>none that is of an older line than the voters' files: etcd refuses such a member. A node
 *       that has no other gets the release of the spec before, where that is stored and reads them.
 * </ol>
 */
public final class JoiningRelease {
  private JoiningRelease() {}

  /** The release that a node that joins is told; empty where it takes the installed one. */
  public static Optional<EtcdVersion> told(ClusterState clusterState, ObservedNode node) {
    return ReleaseTarget.of(clusterState)
        .flatMap(target -> ofMost(clusterState))
        .filter(node.heartbeat().runs()::has)
        .filter(release -> node.heartbeat().report().knows(CommandKind.PREPARE_RELEASE));
  }

  private static Optional<EtcdVersion> ofMost(ClusterState clusterState) {
    Map<EtcdVersion, Integer> counts = new HashMap<>();
    ReleaseTarget.voters(clusterState)
        .forEach(
            node ->
                ReleaseTarget.running(node)
                    .ifPresent(version -> counts.merge(version, 1, Integer::sum)));
    return counts.keySet().stream()
        .filter(version -> counts.keySet().stream().noneMatch(one -> one.olderLineThan(version)))
        .max(
            Comparator.<EtcdVersion>comparingInt(version -> counts.getOrDefault(version, 0))
                .thenComparing(Comparator.reverseOrder()));
  }

  /** Why a node must not join yet: the release that it would start reads no such files. */
  public static Optional<String> unreadable(ClusterState clusterState, ObservedNode node) {
    Optional<EtcdVersion> started =
        told(clusterState, node).or(() -> startedByItself(clusterState, node));
    return written(clusterState)
        .filter(line -> started.filter(release -> release.olderLineThan(line)).isPresent())
        .map(
            line ->
                "the voters write their files by etcd "
                    + line.line()
                    + ", and "
                    + node.heartbeat().instance()
                    + " would start "
                    + started.get());
  }

  private static Optional<EtcdVersion> startedByItself(
      ClusterState clusterState, ObservedNode node) {
    EtcdVersion wanted = clusterState.view().spec().etcd().version();
    return node.heartbeat()
        .runs()
        .installed()
        .filter(wanted::accepts)
        .or(() -> ReleaseTarget.of(clusterState).map(TargetRelease::version));
  }

  /** The newest line by which a voter writes its files; empty while they are of before 3.6. */
  private static Optional<EtcdVersion> written(ClusterState clusterState) {
    return ReleaseTarget.voters(clusterState).stream()
        .flatMap(node -> node.heartbeat().status().stream())
        .flatMap(status -> status.storage().stream())
        .map(StorageVersion::version)
        .max(Comparator.naturalOrder());
  }

  /** The nodes without usable data that could not join with any release that they have. */
  public static List<ObservedNode> tooOld(ClusterState clusterState) {
    return clusterState.nodes().stream()
        .filter(clusterState.health()::present)
        .filter(node -> node.heartbeat().data() != DataState.INTACT)
        .filter(node -> unreadable(clusterState, node).isPresent())
        .toList();
  }

  /**
   * What such a node may be given: the stored release of the spec before, if it reads the files.
   */
  public static Optional<TargetRelease.Former> remedy(ClusterState clusterState) {
    return ReleaseTarget.of(clusterState)
        .flatMap(TargetRelease::former)
        .filter(former -> !former.archives().isEmpty())
        .filter(former -> written(clusterState).filter(former.version()::olderLineThan).isEmpty());
  }
}
