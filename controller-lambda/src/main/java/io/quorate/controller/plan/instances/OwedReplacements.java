package io.quorate.controller.plan.instances;

import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.ForgottenInstances;
import io.quorate.controller.view.GroupView;
import io.quorate.model.InstanceId;
import java.util.List;

/** Which terminated instances the group still lists, and is to be asked to replace (ADR 13). */
public final class OwedReplacements {
  private OwedReplacements() {}

  /** The terminated instances that the group lists and is not letting go, in order. */
  public static List<InstanceId> owed(ClusterState clusterState) {
    return clusterState.view().group() instanceof GroupView.Observed group
        ? group.lifecycles().keySet().stream()
            .filter(clusterState.health()::gone)
            .filter(instance -> !group.terminates(instance))
            .toList()
        : List.of();
  }

  /** What Auto Scaling did not accept, each with why and what follows. */
  public static List<String> failing(ClusterState clusterState) {
    List<InstanceId> owed = owed(clusterState);
    return clusterState.status().replacementRequests().stream()
        .filter(intent -> owed.contains(intent.instance()))
        .flatMap(
            intent ->
                intent.failure().stream()
                    .map(
                        why ->
                            ForgottenInstances.words(clusterState, intent.instance())
                                + ", but its group still lists it and launches no other:"
                                + " it was asked to let it go, but "
                                + why
                                + "; it is asked each minute; see docs/operations.md,"
                                + " TERMINATION_BLOCKED"))
        .toList();
  }
}
