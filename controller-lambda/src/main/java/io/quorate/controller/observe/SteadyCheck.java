package io.quorate.controller.observe;

import io.quorate.controller.view.ClusterView;
import io.quorate.controller.view.GroupView;
import io.quorate.controller.view.ObservedNode;
import io.quorate.request.RequestKind;
import io.quorate.spec.NodesSettings;
import io.quorate.state.Condition;
import io.quorate.state.Lineage;
import io.quorate.state.MemberStatus;
import io.quorate.state.Phase;
import io.quorate.state.Status;
import java.util.List;

/** Whether a cluster looks so well that nobody need look at the others. */
final class SteadyCheck {
  private SteadyCheck() {}

  /** Whether nothing at all looks wrong, under way or unknown. */
  static boolean steady(ClusterView view) {
    return view.lineage().state() == Lineage.State.COMMITTED
        && view.status().conditions().stream().allMatch(SteadyCheck::onlyTold)
        && nothingUnderWay(view.status())
        && !replacesNodes(view)
        && nodesSteady(view);
  }

  /** A node that serves is replaced only by a turn that looks at the fleet, too. */
  private static boolean replacesNodes(ClusterView view) {
    return view.status().group().replacing().isPresent()
        || view.records().requests().stream()
            .anyMatch(asked -> asked.kind() == RequestKind.REPLACE_NODES && !asked.state().closed())
        || (view.spec().nodes().replace() == NodesSettings.Replace.AUTOMATIC
            && view.status().conditions().stream()
                .anyMatch(held -> held.type() == Condition.Type.NODES_OUTDATED));
  }

  /** Whether nothing is to be decided that rests on old lines of the catalogue. */
  static boolean quiet(ClusterView view) {
    return view.lineage().state() == Lineage.State.COMMITTED
        && quiet(view.status())
        && nodesSteady(view);
  }

  /** The same, as far as the status tells. */
  static boolean quiet(Status status) {
    return nothingUnderWay(status)
        && status.tasks().open().isEmpty()
        && status.conditions().stream()
            .allMatch(held -> onlyTold(held) || aboutSnapshots(held.type()));
  }

  private static boolean nothingUnderWay(Status status) {
    return status.phase() == Phase.HEALTHY
        && status.operation().isEmpty()
        && status.terminations().isEmpty();
  }

  private static boolean aboutSnapshots(Condition.Type type) {
    return type == Condition.Type.SNAPSHOT_UNVERIFIED
        || type == Condition.Type.SNAPSHOT_FAILED
        || type == Condition.Type.SNAPSHOT_OVERDUE
        || type == Condition.Type.QUOTA_NEAR
        || type == Condition.Type.DISK_NEAR_FULL;
  }

  /**
   * It says nothing about how the cluster fares, and may hold for long. The fleet breaker is about
   * the others: a cluster that serves again would page for their sake until they do, too.
   */
  private static boolean onlyTold(Condition condition) {
    return condition.type() == Condition.Type.ROWS_OF_STRANGERS
        || condition.type() == Condition.Type.OBJECTS_UNREADABLE
        || condition.type() == Condition.Type.CLOUD_UNANSWERED
        || condition.type() == Condition.Type.FLEET_BREAKER
        || condition.type() == Condition.Type.ETCD_RELEASE_OUTDATED
        || condition.type() == Condition.Type.PAUSED
        || condition.type() == Condition.Type.NODES_OUTDATED
        || condition.type() == Condition.Type.DNS_LATE
        || condition.type() == Condition.Type.DNS_NAME_TAKEN
        || condition.type() == Condition.Type.DNS_PUT_BACK;
  }

  private static boolean nodesSteady(ClusterView view) {
    List<ObservedNode> living =
        view.nodes().values().stream()
            .filter(node -> !view.status().terminated(node.heartbeat().instance()))
            .toList();
    return switch (view.group()) {
      case GroupView.Unknown unknown -> false;
      case GroupView.Observed group ->
          group.desired() == living.size()
              && group.waits().isEmpty()
              && living.stream().allMatch(node -> fresh(view, node) && votes(node, group));
    };
  }

  private static boolean fresh(ClusterView view, ObservedNode node) {
    return node.heartbeatProgress().still().compareTo(view.spec().timings().silenceAfter()) < 0;
  }

  private static boolean votes(ObservedNode node, GroupView.Observed group) {
    return node.heartbeat().serving()
        && node.heartbeat().members().size() == group.desired()
        && node.heartbeat().status().filter(MemberStatus::learner).isEmpty()
        && node.heartbeat().alert().isEmpty()
        && group.keeps(node.heartbeat().instance());
  }
}
