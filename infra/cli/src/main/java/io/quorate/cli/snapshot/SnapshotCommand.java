package io.quorate.cli.snapshot;

import io.quorate.cli.frame.CommandContext;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Groups the commands about snapshots; by itself it does nothing. */
@Command(
    name = "snapshot",
    description =
        "Takes, lists, verifies, pins, deletes and downloads snapshots; the controller takes and"
            + " verifies them by the spec's section snapshots besides.")
public final class SnapshotCommand {
  private SnapshotCommand() {}

  /** The command with those below it. */
  public static CommandLine with(CommandContext context) {
    return new CommandLine(new SnapshotCommand())
        .addSubcommand(new SnapshotTakeCommand(context))
        .addSubcommand(new SnapshotListCommand(context))
        .addSubcommand(new SnapshotShowCommand(context))
        .addSubcommand(new SnapshotVerifyCommand(context))
        .addSubcommand(new SnapshotPinCommand(context))
        .addSubcommand(new SnapshotUnpinCommand(context))
        .addSubcommand(new SnapshotDeleteCommand(context))
        .addSubcommand(new SnapshotDownloadCommand(context))
        .addSubcommand(new SnapshotSyncCommand(context));
  }
}
