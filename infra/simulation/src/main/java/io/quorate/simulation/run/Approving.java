package io.quorate.simulation.run;

import io.quorate.controller.plan.ClusterStates;
import io.quorate.controller.plan.recovery.RecoveryChoice;
import io.quorate.controller.plan.recovery.RecoveryProposal;
import io.quorate.controller.view.ClusterView;
import io.quorate.controller.view.InstanceState;
import io.quorate.request.RequestKind;
import io.quorate.simulation.cloud.Instance;
import io.quorate.simulation.world.SimCluster;
import io.quorate.simulation.world.SimWorld;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * An operator who approves what never begins by itself since the table lost who may hold data, as
 * docs/runbooks/lost-table.md says: terminates what was taken out of the group, and says that
 * nobody else holds any once EC2 shows all of that terminated.
 */
final class Approving {
  private static final RecoveryChoice NOBODY_ELSE =
      new RecoveryChoice(Set.of(), Optional.empty(), true);

  private final SimWorld world;
  private final OperatorCommands commands;

  Approving(SimWorld world, OperatorCommands commands) {
    this.world = world;
    this.commands = commands;
  }

  void attempt(SimCluster simCluster) {
    List<Instance> outside =
        simCluster.fleet().nodes().stream()
            .map(node -> node.machine().instance())
            .filter(instance -> instance.lifecycle().isEmpty())
            .filter(instance -> instance.state() != InstanceState.TERMINATED)
            .toList();
    if (!outside.isEmpty()) {
      world.tell("operator", "terminates " + outside.stream().map(Instance::id).toList());
      outside.forEach(simCluster.group()::terminateAtEc2);
      return;
    }
    commands.ask(simCluster, RequestKind.APPROVE_RECOVERY, this::confirmed, written -> {});
  }

  private Optional<Map<String, String>> confirmed(ClusterView view) {
    RecoveryProposal plan = RecoveryProposal.of(ClusterStates.of(view), NOBODY_ELSE);
    if (!plan.objections().isEmpty()) {
      world.tell("operator", "cannot approve: " + plan.objections());
      return Optional.empty();
    }
    Map<String, String> arguments = new TreeMap<>(NOBODY_ELSE.arguments());
    arguments.put("hash", plan.hash());
    return Optional.of(arguments);
  }
}
