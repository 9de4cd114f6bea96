package io.quorate.cli;

import io.quorate.codec.Tree;
import io.quorate.codec.UnreadableRecordException;
import io.quorate.controller.reconcile.Resume;
import io.quorate.controller.reconcile.Resumed;
import io.quorate.model.ClusterName;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Ends the halt of a restored table, when no newer table is left. */
@Command(
    name = "resume",
    description =
        "Lets the controller go on with a clusters table that was restored to an older state, when"
            + " no newer one is left. First see in 'quorate status NAME' that every node has"
            + " reported since the restore. Refuses while a node holds a newer generation or"
            + " carries something out.")
final class ResumeCommand extends OneClusterCommand {
  @Option(names = "--yes", description = "Every node has reported, and no newer table is left.")
  private boolean sure;

  ResumeCommand(Surroundings surroundings) {
    super(surroundings);
  }

  @Override
  int run(Clouds.Open cloud, ClusterName name) {
    picture(cloud, name, 0);
    if (!sure) {
      throw new CommandFailure(
          ExitCode.USAGE,
          "nothing was written: expected --yes, which says that no newer table of '"
              + name
              + "' is left and that every node has reported since the restore; see"
              + " docs/operations.md, TABLE_ROLLED_BACK");
    }
    Resume resume =
        new Resume(
            cloud.store(),
            surroundings().clock(),
            () -> "resume-" + surroundings().uids().get().value());
    try {
      return tell(name, resume.run(name, System.getProperty("user.name", "unknown")));
    } catch (UnreadableRecordException unreadable) {
      throw new CommandFailure(
          ExitCode.BAD_INPUT,
          "nothing was written: " + unreadable.getMessage() + "; put that record right first",
          unreadable);
    }
  }

  private int tell(ClusterName name, Resumed resumed) {
    return switch (resumed) {
      case Resumed.Done done ->
          tell(
              name,
              "resumed",
              "the controller decides again, from fencing token " + done.token() + " on");
      case Resumed.NotHalted not ->
          tell(name, "unchanged", "not halted by TABLE_ROLLED_BACK, nothing was written");
      case Resumed.Busy busy ->
          throw new CommandFailure(
              ExitCode.CONFLICT,
              "a turn of the controller holds the lease of '" + name + "': run it again");
      case Resumed.Refused refused ->
          throw new CommandFailure(
              ExitCode.BAD_INPUT,
              "'" + name + "' stays halted:\n" + String.join("\n", refused.why()));
    };
  }

  private int tell(ClusterName name, String result, String words) {
    if (options().json()) {
      printJson(
          Tree.builder()
              .with("cluster", name)
              .with("result", result)
              .with("message", words)
              .build());
    } else {
      print("cluster " + name + ": " + words + "\n");
    }
    return ExitCode.OK;
  }
}
