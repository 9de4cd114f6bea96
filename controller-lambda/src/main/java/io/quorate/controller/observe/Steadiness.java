package io.quorate.controller.observe;

import io.quorate.controller.view.ClusterView;
import io.quorate.controller.view.GroupView;
import io.quorate.controller.view.Node;
import io.quorate.state.Lineage;
import io.quorate.state.MemberStatus;
import io.quorate.state.Phase;
import java.util.List;

/** Whether a cluster looks so well that nobody need look at the others. */
final class Steadiness {
  private Steadiness() {}

  /** Whether nothing at all looks wrong, under way or unknown. */
  static boolean steady(ClusterView view) {
    return view.lineage().state() == Lineage.State.COMMITTED
        && view.status().phase() == Phase.HEALTHY
        && view.status().conditions().isEmpty()
        && view.status().operation().isEmpty()
        && view.status().terminations().isEmpty()
        && nodesSteady(view);
  }

  private static boolean nodesSteady(ClusterView view) {
    List<Node> living =
        view.nodes().values().stream()
            .filter(node -> !view.status().terminated(node.heartbeat().instance()))
            .toList();
    return switch (view.group()) {
      case GroupView.Unknown unknown -> false;
      case GroupView.Observed group ->
          group.desired() == living.size()
              && living.stream().allMatch(node -> fresh(view, node) && votes(node, group));
    };
  }

  private static boolean fresh(ClusterView view, Node node) {
    return node.observation().still().compareTo(view.spec().timings().silenceAfter()) < 0;
  }

  private static boolean votes(Node node, GroupView.Observed group) {
    return node.heartbeat().serving()
        && node.heartbeat().members().size() == group.desired()
        && node.heartbeat().status().filter(MemberStatus::learner).isEmpty()
        && node.heartbeat().attention().isEmpty()
        && group.keeps(node.heartbeat().instance());
  }
}
