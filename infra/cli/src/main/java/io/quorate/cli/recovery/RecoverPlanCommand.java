package io.quorate.cli.recovery;

import io.quorate.cli.cluster.Looks;
import io.quorate.cli.connect.Clouds;
import io.quorate.cli.connect.CommandExitCode;
import io.quorate.cli.frame.CommandContext;
import io.quorate.cli.frame.OneClusterCommand;
import io.quorate.cli.render.RecoveryProposalText;
import io.quorate.controller.plan.ClusterStates;
import io.quorate.controller.plan.recovery.RecoveryProposal;
import io.quorate.controller.view.ClusterView;
import io.quorate.model.ClusterName;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Shows the recovery that an operator can approve. */
@Command(
    name = "plan",
    description =
        "Shows the recovery that can be approved now: what is known of each instance that may hold"
            + " data and what is to become of it, what is restored, what is lost, and the hash that"
            + " 'recover approve' takes. Changes nothing.")
final class RecoverPlanCommand extends OneClusterCommand {
  @Mixin private final RecoveryOptions chosen = new RecoveryOptions();

  RecoverPlanCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(Clouds.Open cloud, ClusterName name) {
    summary(cloud, name, 0);
    ClusterView view = Looks.at(cloud, context(), name);
    RecoveryProposal plan = RecoveryProposal.of(ClusterStates.of(view), chosen.chosen());
    if (options().structured()) {
      printTree(RecoveryProposalText.json(name, view, plan));
    } else {
      print(RecoveryProposalText.of(name, view, plan, chosen.words()));
    }
    return plan.objections().isEmpty() ? CommandExitCode.OK : CommandExitCode.BAD_INPUT;
  }
}
