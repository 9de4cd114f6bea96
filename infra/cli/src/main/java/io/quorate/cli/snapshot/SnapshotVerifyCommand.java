package io.quorate.cli.snapshot;

import io.quorate.cli.connect.Clouds;
import io.quorate.cli.connect.CommandExitCode;
import io.quorate.cli.connect.CommandFailure;
import io.quorate.cli.frame.CommandContext;
import io.quorate.cli.frame.RequestCommand;
import io.quorate.cli.frame.WaitOptions;
import io.quorate.model.ClusterName;
import io.quorate.request.RequestKind;
import io.quorate.snapshot.SnapshotRecord;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Verifies a snapshot now. */
@Command(
    name = "verify",
    description =
        "Restores a snapshot in isolation on one node and compares it with its manifest; without an"
            + " id the newest one.")
final class SnapshotVerifyCommand extends RequestCommand {
  @Parameters(index = "1", arity = "0..1", paramLabel = "ID", description = "The snapshot.")
  private String snapshot = "";

  @Mixin private final WaitOptions waiting = new WaitOptions();

  SnapshotVerifyCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(Clouds.Open cloud, ClusterName name) {
    String id =
        snapshot.isEmpty()
            ? Snapshots.newest(summary(cloud, name, 0))
                .map(SnapshotRecord::id)
                .orElseThrow(
                    () ->
                        new CommandFailure(
                            CommandExitCode.BAD_INPUT,
                            "cluster '"
                                + name
                                + "' has no snapshot to verify: take one with: quorate snapshot"
                                + " take "
                                + name))
                .value()
            : Snapshots.id(snapshot).value();
    return ask(
        cloud, name, RequestKind.VERIFY_SNAPSHOT, Map.of("snapshot", id), waiting.patience());
  }
}
