package io.quorate.controller.plan.facts;

import io.quorate.command.CommandKind;
import io.quorate.command.RestartMember;
import io.quorate.controller.view.ObservedNode;
import io.quorate.release.ReleasePath;
import io.quorate.release.StorageVersion;
import io.quorate.release.TargetRelease;
import io.quorate.spec.EtcdVersion;
import io.quorate.state.MemberEntry;
import io.quorate.state.MemberStatus;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The stored release that a cluster is to run, and how far its nodes are:
 *
 * <ol>
 *   <li>it is the one that the spec was resolved to, while the spec still asks for that version;
 *   <li>every living node gets it before any member restarts;
 *   <li>a node that joins meanwhile takes the release that most voters run, on a tie the older;
 *       between two lines one of the older.
 * </ol>
 */
public final class ReleaseTarget {
  private ReleaseTarget() {}

  /** The release; empty where the spec asks for none that is stored. */
  public static Optional<TargetRelease> of(ClusterState clusterState) {
    return clusterState
        .view()
        .records()
        .release()
        .target()
        .filter(release -> release.version().equals(clusterState.view().spec().etcd().version()));
  }

  /** The nodes that cannot run it yet. */
  public static List<ObservedNode> lacking(ClusterState clusterState) {
    Optional<EtcdVersion> target = of(clusterState).map(TargetRelease::version);
    return target.isEmpty()
        ? List.of()
        : clusterState.nodes().stream()
            .filter(clusterState.health()::present)
            .filter(node -> !node.heartbeat().runs().has(target.get()))
            .toList();
  }

  /**
   * The release to restart a member with; empty while it runs that, or does not tell what it runs.
   */
  public static Optional<EtcdVersion> due(ClusterState clusterState, ObservedNode node) {
    return of(clusterState)
        .map(TargetRelease::version)
        .filter(target -> running(node).filter(version -> !version.equals(target)).isPresent());
  }

  /** The voters' nodes that run another release. */
  public static List<ObservedNode> outdated(ClusterState clusterState) {
    return voters(clusterState).stream()
        .filter(node -> due(clusterState, node).isPresent())
        .toList();
  }

  /** The voters' nodes that serve with a release. */
  public static List<ObservedNode> serving(ClusterState clusterState, EtcdVersion release) {
    return voters(clusterState).stream()
        .filter(clusterState.health()::serving)
        .filter(node -> running(node).filter(release::equals).isPresent())
        .toList();
  }

  /** The voters' nodes that run an older line than a release is of. */
  public static List<ObservedNode> olderLine(ClusterState clusterState, EtcdVersion release) {
    return voters(clusterState).stream()
        .filter(node -> running(node).filter(runs -> runs.olderLineThan(release)).isPresent())
        .toList();
  }

  /** Whether every voter tells that it runs an older line than this release is of. */
  public static boolean allOlderLine(ClusterState clusterState, String release) {
    List<ObservedNode> voters = voters(clusterState);
    return !voters.isEmpty()
        && EtcdVersion.parse(release)
            .filter(newer -> olderLine(clusterState, newer).size() == voters.size())
            .isPresent();
  }

  /** Whether a voter tells that it runs this release. */
  public static boolean run(ClusterState clusterState, String release) {
    return voters(clusterState).stream()
        .flatMap(node -> node.heartbeat().status().stream())
        .anyMatch(status -> status.version().equals(release));
  }

  /** Why no member restarts for the release yet. */
  public static Optional<String> waits(ClusterState clusterState) {
    List<ObservedNode> lacking = lacking(clusterState);
    return lacking.isEmpty()
        ? alarm(clusterState).or(() -> noPath(clusterState))
        : Optional.of(names(lacking) + " have not got the release yet");
  }

  /** Why a voter cannot change to the release from the one that it runs. */
  public static Optional<String> noPath(ClusterState clusterState) {
    return of(clusterState)
        .map(TargetRelease::version)
        .flatMap(
            target ->
                voters(clusterState).stream()
                    .flatMap(node -> noPath(node, target).stream())
                    .findFirst());
  }

  private static Optional<String> noPath(ObservedNode node, EtcdVersion target) {
    Optional<EtcdVersion> running = running(node);
    if (running.isEmpty() || running.get().line().equals(target.line())) {
      return Optional.empty();
    }
    return node.heartbeat().report().kinds().contains(RestartMember.LINES_ABILITY)
        ? ReleasePath.refuses(running.get(), target)
        : Optional.of(
            "the agent on "
                + node.heartbeat().instance()
                + " cannot take its etcd to another release line: upgrade it");
  }

  /** A voter under an alarm of etcd; an operator has to mend that first. */
  public static Optional<String> alarm(ClusterState clusterState) {
    return voters(clusterState).stream()
        .filter(node -> node.heartbeat().status().filter(s -> !s.alarms().isEmpty()).isPresent())
        .findFirst()
        .map(node -> node.heartbeat().instance() + " has an alarm of etcd");
  }

  /** The release of the spec before; members may still run it, or write their files by its line. */
  public static Optional<TargetRelease.Former> former(ClusterState clusterState) {
    return of(clusterState).flatMap(TargetRelease::former);
  }

  /** The newest line by which a voter writes its files; empty while they are of before 3.6. */
  private static Optional<EtcdVersion> written(ClusterState clusterState) {
    return voters(clusterState).stream()
        .flatMap(node -> node.heartbeat().status().stream())
        .flatMap(status -> status.storage().stream())
        .map(StorageVersion::version)
        .max(Comparator.naturalOrder());
  }

  /** The nodes without a member that could not join with any release that they have. */
  public static List<ObservedNode> tooOld(ClusterState clusterState) {
    return clusterState.nodes().stream()
        .filter(clusterState.health()::present)
        .filter(node -> node.heartbeat().status().isEmpty())
        .filter(node -> unreadable(clusterState, node).isPresent())
        .toList();
  }

  /** Why a node must not join yet: the release that it would start reads no such files. */
  public static Optional<String> unreadable(ClusterState clusterState, ObservedNode node) {
    Optional<EtcdVersion> started =
        joining(clusterState, node).or(() -> startedByItself(clusterState, node));
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
        .or(() -> of(clusterState).map(TargetRelease::version));
  }

  /** The release that a node that joins is told; empty where it takes the installed one. */
  public static Optional<EtcdVersion> joining(ClusterState clusterState, ObservedNode node) {
    return of(clusterState)
        .flatMap(target -> ofMost(clusterState))
        .filter(node.heartbeat().runs()::has)
        .filter(release -> node.heartbeat().report().knows(CommandKind.PREPARE_RELEASE));
  }

  /** Between two lines the older one: while it is listed the cluster stays at it. */
  private static Optional<EtcdVersion> ofMost(ClusterState clusterState) {
    Map<EtcdVersion, Integer> counts = new HashMap<>();
    voters(clusterState)
        .forEach(
            node -> running(node).ifPresent(version -> counts.merge(version, 1, Integer::sum)));
    return counts.keySet().stream()
        .filter(version -> counts.keySet().stream().noneMatch(one -> one.olderLineThan(version)))
        .max(
            Comparator.<EtcdVersion>comparingInt(version -> counts.getOrDefault(version, 0))
                .thenComparing(Comparator.reverseOrder()));
  }

  /** The nodes of the listed voters that have one. */
  public static List<ObservedNode> voters(ClusterState clusterState) {
    return clusterState.members().list().map(Membership::voters).orElse(List.of()).stream()
        .flatMap((MemberEntry voter) -> clusterState.members().holderOf(voter).stream())
        .toList();
  }

  private static Optional<EtcdVersion> running(ObservedNode node) {
    return node.heartbeat().status().map(MemberStatus::version).flatMap(EtcdVersion::parse);
  }

  /** Nodes by their instances, for people. */
  public static String names(List<ObservedNode> nodes) {
    return nodes.stream()
        .map(node -> node.heartbeat().instance().value())
        .collect(Collectors.joining(", "));
  }
}
