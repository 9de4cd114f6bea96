package io.quorate.cli;

import io.quorate.cli.render.RollbackText;
import io.quorate.codec.RecoveryCodec;
import io.quorate.controller.plan.Planner;
import io.quorate.controller.plan.recovery.Rollback;
import io.quorate.controller.plan.state.ClusterState;
import io.quorate.controller.reconcile.DryRun;
import io.quorate.controller.reconcile.DryRunResult;
import io.quorate.controller.view.ClusterView;
import io.quorate.model.ClusterName;
import io.quorate.recovery.Recovery;
import io.quorate.request.RequestKind;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Rolls a cluster back to a snapshot: shows the plan, and begins it once its hash is given. */
@Command(
    name = "restore",
    description =
        "Rolls a cluster back to one of its snapshots. Without --hash it shows what would be given"
            + " up and who would be fenced, and changes nothing. With the hash of that plan all"
            + " members are stopped for good, their directories are archived, and the snapshot"
            + " begins the next generation.")
final class RestoreCommand extends SnapshotRequestCommand {
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);

  @Option(names = "--snapshot", required = true, paramLabel = "ID", description = "The snapshot.")
  private String snapshot = "";

  @Option(
      names = "--hash",
      paramLabel = "HASH",
      description = "The hash of the plan, as this command shows it without this option.")
  private Optional<String> hash = Optional.empty();

  @Option(names = "--wait", description = "Waits until the restored generation serves.")
  private boolean wait;

  RestoreCommand(CommandContext context) {
    super(context);
  }

  @Override
  int run(Clouds.Open cloud, ClusterName name) {
    String id = Snapshots.id(snapshot).value();
    if (hash.isEmpty()) {
      return show(cloud, name, id);
    }
    int asked =
        ask(
            cloud,
            name,
            RequestKind.RESTORE_SNAPSHOT,
            Map.of("snapshot", id, "hash", hash.get()),
            A_MINUTE);
    return asked == CommandExitCode.OK && wait ? follow(cloud, name) : asked;
  }

  private int show(Clouds.Open cloud, ClusterName name, String id) {
    ClusterView view = look(cloud, name);
    Rollback plan =
        Rollback.to(new ClusterState(view), id)
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
    if (options().json()) {
      printJson(RollbackText.json(name, view, plan));
    } else {
      print(RollbackText.of(name, view, plan));
    }
    return plan.objections().isEmpty() ? CommandExitCode.OK : CommandExitCode.BAD_INPUT;
  }

  private ClusterView look(Clouds.Open cloud, ClusterName name) {
    DryRun dryRun =
        new DryRun(cloud.store(), cloud.instances(), context().clock(), new Planner()::plan);
    return switch (dryRun.explain(name)) {
      case DryRunResult.NoCluster none -> throw noSuchCluster(cloud, name);
      case DryRunResult.Halted halted ->
          throw new CommandFailure(
              CommandExitCode.BAD_INPUT,
              "nothing can be planned: " + halted.condition() + ": " + halted.message());
      case DryRunResult.Planned planned -> planned.view();
    };
  }

  /** Until the recovery that was begun serves or is over, or the command is told to end. */
  private int follow(Clouds.Open cloud, ClusterName name) {
    String told = "";
    while (context().pace().next(BETWEEN_LOOKS)) {
      Optional<Recovery> now = recovery(cloud, name);
      String state = now.map(RollbackText::progress).orElse("no recovery is recorded");
      if (!state.equals(told)) {
        complain(state);
        told = state;
      }
      if (now.filter(recovery -> recovery.state().running()).isEmpty()) {
        return now.filter(recovery -> recovery.state() == Recovery.State.SERVING).isPresent()
            ? CommandExitCode.OK
            : CommandExitCode.NOT_HEALTHY;
      }
    }
    return CommandExitCode.NOT_HEALTHY;
  }

  private static Optional<Recovery> recovery(Clouds.Open cloud, ClusterName name) {
    Key key = Keys.recovery(name);
    return Optional.ofNullable(cloud.store().read(List.of(key)).get(key))
        .map(item -> RecoveryCodec.read(item.attributes(), item.key().toString()));
  }
}
