package io.quorate.cli.cluster;

import io.quorate.cli.connect.Clouds;
import io.quorate.cli.connect.CommandExitCode;
import io.quorate.cli.connect.CommandFailure;
import io.quorate.cli.frame.BetweenTurns;
import io.quorate.cli.frame.ClusterCommand;
import io.quorate.cli.frame.CommandContext;
import io.quorate.cli.render.PauseText;
import io.quorate.codec.Tree;
import io.quorate.controller.reconcile.PauseCluster;
import io.quorate.controller.reconcile.PauseResult;
import io.quorate.model.ClusterName;
import io.quorate.state.Pause;
import java.util.List;
import java.util.function.Function;

/** Pauses a cluster, or ends that, and says what came of it. */
final class PauseAnswer {
  private final ClusterCommand command;
  private final Clouds.Open cloud;
  private final ClusterName name;

  PauseAnswer(ClusterCommand command, Clouds.Open cloud, ClusterName name) {
    this.command = command;
    this.cloud = cloud;
    this.name = name;
  }

  /**
   * Does it between two turns of the controller.
   *
   * @param done the result's word
   * @param already what is said where nothing had to be written
   */
  int tell(String done, String already, Function<PauseCluster, PauseResult> change) {
    CommandContext context = command.context();
    PauseCluster pauses =
        new PauseCluster(
            cloud.store(), context.clock(), () -> "pause-" + context.uids().get().value());
    return switch (BetweenTurns.tried(
        context, () -> change.apply(pauses), PauseResult.Busy.class::isInstance)) {
      case PauseResult.Done written -> {
        cloud
            .hint(name)
            .ifPresent(
                why ->
                    command.complain(
                        "the controller could not be asked to look at once ("
                            + why
                            + "): its next scheduled turn, within a minute, does"));
        yield tell(done, done + next(written.left()), written.left());
      }
      case PauseResult.Unchanged same ->
          tell("unchanged", already + ", nothing was written" + next(same.left()), same.left());
      case PauseResult.Deleted deleted ->
          throw new CommandFailure(
              CommandExitCode.BAD_INPUT,
              "'" + name + "' was deleted: nothing of it changes any more, nothing was written");
      case PauseResult.Busy busy -> throw BetweenTurns.busy(name);
    };
  }

  private static String next(List<Pause> left) {
    return left.isEmpty() ? ": changes may begin" : ": no change begins, " + PauseText.of(left);
  }

  private int tell(String result, String words, List<Pause> left) {
    if (command.options().structured()) {
      command.printTree(
          Tree.builder()
              .with("cluster", name)
              .with("result", result)
              .with("message", words)
              .with("paused", PauseText.json(left))
              .build());
    } else {
      command.print("cluster " + name + ": " + words + "\n");
    }
    return CommandExitCode.OK;
  }
}
