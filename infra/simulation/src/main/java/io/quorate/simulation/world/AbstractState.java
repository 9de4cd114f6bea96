package io.quorate.simulation.world;

import io.quorate.controller.plan.PlanTrace;
import io.quorate.controller.view.ClusterView;
import io.quorate.controller.view.GroupView;
import io.quorate.controller.view.ObservedNode;
import io.quorate.state.Heartbeat;
import io.quorate.state.MemberStatus;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A view without names, numbers and times: what kind of situation it is. */
final class AbstractState {
  private AbstractState() {}

  static int of(ClusterView view, PlanTrace trace) {
    List<String> nodes = new ArrayList<>();
    for (ObservedNode node : view.nodes().values()) {
      nodes.add(node(view, node.heartbeat()));
    }
    Collections.sort(nodes);
    List<Object> all = new ArrayList<>(nodes);
    all.add(view.lineage().state());
    all.add(view.status().phase());
    all.add(view.status().operation().map(o -> o.kind() + "" + o.cancelRequested()).orElse(""));
    all.add(view.status().terminations().size());
    all.add(view.status().tombstones().isEmpty());
    all.add(view.group() instanceof GroupView.Observed);
    all.add(trace.plan().decision().code());
    all.add(trace.plan().decision().reason().code());
    return String.valueOf(all).hashCode();
  }

  private static String node(ClusterView view, Heartbeat beat) {
    return beat.data()
        + " "
        + beat.process()
        + beat.quorumProven()
        + beat.status().map(MemberStatus::learner).orElse(false)
        + beat.status().map(MemberStatus::leads).orElse(false)
        + beat.members().size()
        + view.instance(beat.instance())
        + beat.outcome().map(outcome -> outcome.result().toString()).orElse("");
  }
}
