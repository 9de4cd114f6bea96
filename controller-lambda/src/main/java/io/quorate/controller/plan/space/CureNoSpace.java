package io.quorate.controller.plan.space;

import io.quorate.command.CommandKind;
import io.quorate.command.Lane;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.commands.CommandBackoff;
import io.quorate.controller.plan.commands.MaintenanceExecutors;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.Rule;
import io.quorate.controller.plan.space.SpaceCure.Step;
import io.quorate.controller.view.ObservedNode;
import java.util.Optional;

/**
 * Makes room where etcd refuses all writes (NOSPACE), one command after the other; {@link
 * SpaceCure} tells which. Never beside another command.
 */
public final class CureNoSpace implements Rule {
  @Override
  public String code() {
    return "CURE_NOSPACE";
  }

  @Override
  public boolean besideRest() {
    return true;
  }

  @Override
  public Optional<Plan> consider(ClusterState clusterState) {
    boolean busy =
        clusterState.status().open(Lane.MAINTENANCE).isPresent()
            || clusterState.status().open(Lane.MEMBERSHIP).isPresent();
    return busy
        ? Optional.empty()
        : SpaceCure.next(clusterState).flatMap(step -> plan(clusterState, step));
  }

  private static Optional<Plan> plan(ClusterState clusterState, Step step) {
    return switch (step) {
      case Step.Compact compact ->
          executor(clusterState, CommandKind.COMPACT)
              .map(
                  node ->
                      CompactPolicy.cure(
                          clusterState,
                          node,
                          compact.revision(),
                          compact.emergency(),
                          reason(
                              compact.emergency()
                                  ? "what etcd.autoCompaction keeps leaves no room, and"
                                      + " maintenance.emergencyCompaction allows to drop it"
                                  : "the history is compacted to what etcd.autoCompaction keeps")));
      case Step.Defragment defragment ->
          Optional.of(defragment.node())
              .filter(node -> DefragmentPolicy.ready(clusterState, node))
              .filter(node -> !CommandBackoff.waits(clusterState, CommandKind.DEFRAGMENT))
              .map(
                  node ->
                      DefragmentPolicy.plan(
                          clusterState,
                          node,
                          reason("the free pages are given back to the disk"),
                          Optional.empty()));
      case Step.Disarm disarm ->
          executor(clusterState, CommandKind.DISARM_ALARM)
              .map(
                  node ->
                      DisarmAlarmPolicy.plan(
                          clusterState,
                          node,
                          disarm.mostBytes(),
                          reason("every voter was defragmented and has room")));
      case Step.Waits waits -> Optional.empty();
      case Step.Exceeds exceeds -> Optional.empty();
    };
  }

  private static Optional<ObservedNode> executor(ClusterState clusterState, CommandKind kind) {
    return CommandBackoff.waits(clusterState, kind)
        ? Optional.empty()
        : MaintenanceExecutors.choose(clusterState, kind, true, instance -> true)
            .filter(node -> node.heartbeat().report().knows(CommandKind.DISARM_ALARM));
  }

  private static Reason reason(String words) {
    return Reason.of("NOSPACE", "etcd refuses all writes: " + words);
  }
}
