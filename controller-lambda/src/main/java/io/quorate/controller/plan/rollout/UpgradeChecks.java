package io.quorate.controller.plan.rollout;

import io.quorate.command.CommandKind;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.JoiningRelease;
import io.quorate.controller.plan.facts.Membership;
import io.quorate.controller.plan.facts.ReleaseTarget;
import io.quorate.controller.plan.outdated.RestartDue;
import io.quorate.controller.plan.snapshots.Preflight;
import io.quorate.controller.view.ObservedNode;
import io.quorate.release.EtcdReleaseFaults;
import io.quorate.release.TargetRelease;
import io.quorate.spec.EtcdVersion;
import io.quorate.state.MemberEntry;
import io.quorate.state.MemberStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Conditions about the roll-out of an etcd release. */
public final class UpgradeChecks {
  private UpgradeChecks() {}

  /** Members run another release than the spec's; what passes by itself is named here. */
  public static Optional<String> runs(ClusterState clusterState) {
    List<ObservedNode> outdated = ReleaseTarget.outdated(clusterState);
    if (outdated.isEmpty()
        || blocked(clusterState).isPresent()
        || RestartDue.halted(clusterState).isPresent()) {
      return Optional.empty();
    }
    List<String> waits = waits(clusterState);
    return Optional.of(
        "the members change to etcd "
            + clusterState.view().spec().etcd().version()
            + ", one at a time; not yet on "
            + ReleaseTarget.names(outdated)
            + (waits.isEmpty() ? "" : "; the next one waits: " + String.join("; ", waits)));
  }

  /** All that has to pass before the next member restarts. */
  private static List<String> waits(ClusterState clusterState) {
    return Stream.concat(
            RestartDue.inTheWay(clusterState).stream(),
            BeforeUpgrade.ofRelease(clusterState).stream())
        .toList();
  }

  /** Something that does not pass by itself keeps the release from its nodes; all is named. */
  public static Optional<String> blocked(ClusterState clusterState) {
    return clusterState
        .view()
        .records()
        .release()
        .unreadable()
        .map(
            why ->
                "the record of the etcd release cannot be read ("
                    + why
                    + "), so no release is rolled out; all else goes on. Apply the spec with an"
                    + " exact etcd.version that is stored, which writes the record anew")
        .or(() -> inTheWay(clusterState));
  }

  private static Optional<String> inTheWay(ClusterState clusterState) {
    Optional<EtcdVersion> target = ReleaseTarget.of(clusterState).map(TargetRelease::version);
    List<ObservedNode> lacking = ReleaseTarget.lacking(clusterState);
    boolean due = !ReleaseTarget.outdated(clusterState).isEmpty();
    if (target.isEmpty() || (!due && lacking.isEmpty())) {
      return Optional.empty();
    }
    List<String> reasons = new ArrayList<>();
    if (!lacking.isEmpty()) {
      failed(clusterState).ifPresent(reasons::add);
    }
    List<ObservedNode> older =
        lacking.stream()
            .filter(node -> !node.heartbeat().report().knows(CommandKind.PREPARE_RELEASE))
            .toList();
    if (!older.isEmpty()) {
      reasons.add(
          "the agents on "
              + ReleaseTarget.names(older)
              + " cannot prepare a release: upgrade them, and see that they have a bucket");
    }
    List<MemberEntry> voters =
        clusterState.members().list().map(Membership::voters).orElse(List.of());
    if (due && RestartDue.tooFew(voters)) {
      reasons.add(
          "of "
              + voters.size()
              + " voters none may stop: raise the group's desired capacity to 3 for the upgrade");
    }
    if (due) {
      ReleaseTarget.alarm(clusterState).ifPresent(reasons::add);
      ReleaseTarget.noPath(clusterState).ifPresent(reasons::add);
      unreadable(clusterState).ifPresent(reasons::add);
      Preflight.blocked(clusterState).ifPresent(reasons::add);
    }
    return reasons.isEmpty()
        ? Optional.empty()
        : Optional.of("etcd " + target.get() + " is not rolled out: " + String.join("; ", reasons));
  }

  /** A node that joins may get the release of the spec before, where that is stored. */
  private static Optional<String> unreadable(ClusterState clusterState) {
    List<ObservedNode> tooOld = JoiningRelease.tooOld(clusterState);
    return tooOld.isEmpty() || JoiningRelease.remedy(clusterState).isPresent()
        ? Optional.empty()
        : JoiningRelease.unreadable(clusterState, tooOld.getFirst())
            .map(
                why ->
                    why
                        + ": store the release that the voters run with quorate release add, and"
                        + " apply its version until that node has joined");
  }

  private static Optional<String> failed(ClusterState clusterState) {
    return Optional.ofNullable(
            clusterState.status().tasks().last().get(CommandKind.PREPARE_RELEASE))
        .filter(last -> last.failures() > 0)
        .map(
            last ->
                last.executor()
                    + " could not prepare it ("
                    + last.detail()
                    + "), still without it: "
                    + ReleaseTarget.names(ReleaseTarget.lacking(clusterState)));
  }

  /** A member runs a release with a known fault. */
  public static Optional<String> releaseOutdated(ClusterState clusterState) {
    TreeMap<String, TreeSet<String>> found = new TreeMap<>();
    for (ObservedNode node : clusterState.nodes()) {
      node.heartbeat()
          .status()
          .filter(status -> clusterState.health().serving(node))
          .map(MemberStatus::version)
          .flatMap(EtcdVersion::parse)
          .flatMap(EtcdReleaseFaults::of)
          .ifPresent(
              fault ->
                  found
                      .computeIfAbsent(fault, key -> new TreeSet<>())
                      .add(node.heartbeat().instance().value()));
    }
    return found.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "members run etcd with known faults: "
                + found.entrySet().stream()
                    .map(fault -> fault.getKey() + ", on " + String.join(", ", fault.getValue()))
                    .collect(Collectors.joining("; "))
                + ". Store a newer release with quorate release add, and apply its version");
  }
}
