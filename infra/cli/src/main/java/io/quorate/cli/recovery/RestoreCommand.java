package io.quorate.cli.recovery;

import io.quorate.cli.cluster.Looks;
import io.quorate.cli.connect.Clouds;
import io.quorate.cli.connect.CommandExitCode;
import io.quorate.cli.connect.CommandFailure;
import io.quorate.cli.frame.CommandContext;
import io.quorate.cli.frame.Patience;
import io.quorate.cli.frame.RequestCommand;
import io.quorate.cli.frame.WaitOptions;
import io.quorate.cli.render.RollbackText;
import io.quorate.cli.snapshot.Snapshots;
import io.quorate.controller.plan.ClusterStates;
import io.quorate.controller.plan.recovery.Rollback;
import io.quorate.controller.view.ClusterView;
import io.quorate.model.ClusterName;
import io.quorate.request.RequestKind;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Rolls a cluster back to a snapshot: shows the plan, and begins it once its hash is given. */
@Command(
    name = "restore",
    description =
        "Rolls a cluster back to one of its snapshots. Without --hash it shows what would be given"
            + " up and who would be fenced, and changes nothing. With the hash of that plan all"
            + " members are stopped for good, their directories are archived, and the snapshot"
            + " begins the next generation.")
public final class RestoreCommand extends RequestCommand {
  @Option(names = "--snapshot", required = true, paramLabel = "ID", description = "The snapshot.")
  private String snapshot = "";

  @Option(
      names = "--hash",
      paramLabel = "HASH",
      description = "The hash of the plan, as this command shows it without this option.")
  private Optional<String> hash = Optional.empty();

  @Option(
      names = "--keep-leases",
      description =
          "Brings back the leases that ended since the snapshot, too: whoever held a lock or was a"
              + " leader then holds it again. Without it they are revoked with their keys.")
  private boolean keepLeases;

  @Mixin private final WaitOptions waiting = new WaitOptions();

  public RestoreCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(Clouds.Open cloud, ClusterName name) {
    String id = Snapshots.id(snapshot).value();
    if (hash.isEmpty()) {
      return show(cloud, name, id);
    }
    Patience patience = waiting.patience();
    int asked =
        ask(
            cloud,
            name,
            RequestKind.RESTORE_SNAPSHOT,
            keepLeases
                ? Map.of("snapshot", id, "hash", hash.get(), "keepLeases", "true")
                : Map.of("snapshot", id, "hash", hash.get()),
            A_MINUTE);
    return asked == CommandExitCode.OK && patience.follows()
        ? RecoveryProgress.follow(cloud, context(), name, patience, this::complain)
        : asked;
  }

  private int show(Clouds.Open cloud, ClusterName name, String id) {
    summary(cloud, name, 0);
    ClusterView view = Looks.at(cloud, context(), name);
    Rollback plan =
        Rollback.to(ClusterStates.of(view), id)
            .orElseThrow(
                () ->
                    new CommandFailure(
                        CommandExitCode.BAD_INPUT,
                        "cluster '"
                            + name
                            + "' has no snapshot "
                            + id
                            + "; quorate snapshot list "
                            + name
                            + " shows those it has"));
    if (options().structured()) {
      printTree(RollbackText.json(name, view, plan));
    } else {
      print(RollbackText.of(name, view, plan));
    }
    return plan.objections().isEmpty() ? CommandExitCode.OK : CommandExitCode.BAD_INPUT;
  }
}
