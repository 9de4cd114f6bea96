package io.quorate.cli.recovery;

import io.quorate.cli.connect.Clouds;
import io.quorate.cli.connect.CommandExitCode;
import io.quorate.cli.frame.CommandContext;
import io.quorate.cli.frame.Patience;
import io.quorate.cli.frame.RequestCommand;
import io.quorate.cli.frame.WaitOptions;
import io.quorate.controller.plan.recovery.ApproveRecovery;
import io.quorate.model.ClusterName;
import io.quorate.request.RequestKind;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Approves the recovery that a plan showed. */
@Command(
    name = "approve",
    description =
        "Approves the recovery that 'recover plan' showed, by its hash and with the same options."
            + " Instances that are accepted lost are terminated; instances that are left are stopped"
            + " for good and their directories archived. When anything has changed since the plan"
            + " was shown, nothing is done.")
final class RecoverApproveCommand extends RequestCommand {
  @Mixin private final RecoveryOptions chosen = new RecoveryOptions();

  @Option(names = "--hash", required = true, paramLabel = "HASH", description = "The plan's hash.")
  private String hash = "";

  @Mixin private final WaitOptions waiting = new WaitOptions();

  RecoverApproveCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(Clouds.Open cloud, ClusterName name) {
    Patience patience = waiting.patience();
    Map<String, String> arguments = new TreeMap<>(chosen.chosen().arguments());
    arguments.put(ApproveRecovery.HASH, hash);
    int asked = ask(cloud, name, RequestKind.APPROVE_RECOVERY, arguments, A_MINUTE);
    return asked == CommandExitCode.OK && patience.follows()
        ? RecoveryProgress.follow(cloud, context(), name, patience, this::complain)
        : asked;
  }
}
