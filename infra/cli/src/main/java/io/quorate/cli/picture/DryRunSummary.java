package io.quorate.cli.picture;

import io.quorate.controller.plan.PlanTrace;
import io.quorate.controller.plan.facts.NodeHealth;
import io.quorate.controller.plan.facts.ProvenMembershipUpdate;
import io.quorate.controller.view.ClusterView;
import io.quorate.controller.view.GroupView;
import io.quorate.model.InstanceId;
import io.quorate.state.MemberEntry;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a dry run of the planner saw, and what it came to.
 *
 * @param view all that was seen
 * @param trace what became of each rule, and the plan
 * @param unreadable why rows of single nodes were left out
 */
public record DryRunSummary(ClusterView view, PlanTrace trace, List<String> unreadable) {
  public DryRunSummary {
    unreadable = List.copyOf(unreadable);
  }

  /** Every instance that matters: with a row, in the group, or named by EC2; by its id. */
  public List<NodeLine> nodes() {
    NodeHealth nodeHealth = NodeHealth.of(view);
    Set<String> named = named();
    return ids().stream()
        .filter(id -> !nodeHealth.gone(id) || named.contains(id.value()))
        .map(id -> NodeLine.of(view, nodeHealth, id))
        .toList();
  }

  /** How many terminated instances are left out, for no member list names them. */
  public int leftOut() {
    return ids().size() - nodes().size();
  }

  private Set<InstanceId> ids() {
    Set<InstanceId> ids = new TreeSet<>(view.nodes().keySet());
    ids.addAll(view.instances().keySet());
    ids.addAll(lifecycles());
    return ids;
  }

  private Set<InstanceId> lifecycles() {
    return switch (view.group()) {
      case GroupView.Observed group -> group.lifecycles().keySet();
      case GroupView.Unknown unknown -> Set.of();
    };
  }

  private Set<String> named() {
    return Stream.concat(
            trace.plan().status().proven().stream().flatMap(list -> list.members().stream()),
            view.lineage().bootstrap().filter(bootstrap -> unproven()).stream()
                .flatMap(bootstrap -> ProvenMembershipUpdate.initialMembers(bootstrap).stream()))
        .map(MemberEntry::name)
        .collect(Collectors.toSet());
  }

  private boolean unproven() {
    return trace.plan().status().proven().isEmpty();
  }
}
