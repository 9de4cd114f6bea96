package io.quorate.controller.plan.facts;

import io.quorate.command.RestartMember;
import io.quorate.controller.view.ObservedNode;
import io.quorate.release.ReleasePath;
import io.quorate.release.TargetRelease;
import io.quorate.spec.EtcdVersion;
import io.quorate.state.MemberEntry;
import io.quorate.state.MemberStatus;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The stored release that a cluster is to run, and how far its nodes are:
 *
 * <ol>
 *   <li>it is the one that the spec was resolved to, while the spec still asks for that version;
 *   <li>every living node gets it before any member restarts. What a node that joins meanwhile
 *       takes is told by {@link JoiningRelease}.
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

  /** The nodes of the listed voters that have one. */
  public static List<ObservedNode> voters(ClusterState clusterState) {
    return clusterState.members().list().map(Membership::voters).orElse(List.of()).stream()
        .flatMap((MemberEntry voter) -> clusterState.members().holderOf(voter).stream())
        .toList();
  }

  /** What a node's etcd says that it is; empty while it does not answer. */
  static Optional<EtcdVersion> running(ObservedNode node) {
    return node.heartbeat().status().map(MemberStatus::version).flatMap(EtcdVersion::parse);
  }

  /** Nodes by their instances, for people. */
  public static String names(List<ObservedNode> nodes) {
    return nodes.stream()
        .map(node -> node.heartbeat().instance().value())
        .collect(Collectors.joining(", "));
  }
}
