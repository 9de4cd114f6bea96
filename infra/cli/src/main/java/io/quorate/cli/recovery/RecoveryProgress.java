package io.quorate.cli.recovery;

import io.quorate.cli.connect.Clouds;
import io.quorate.cli.connect.CommandExitCode;
import io.quorate.cli.frame.CommandContext;
import io.quorate.cli.frame.Patience;
import io.quorate.cli.render.RecoveryText;
import io.quorate.codec.Codecs;
import io.quorate.model.ClusterName;
import io.quorate.recovery.Recovery;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Follows a recovery that was begun. */
final class RecoveryProgress {
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);

  private RecoveryProgress() {}

  /** Until it serves, is over, the patience is, or the command is told to end; the exit code. */
  static int follow(
      Clouds.Open cloud,
      CommandContext context,
      ClusterName name,
      Patience patience,
      Consumer<String> tell) {
    Instant since = context.clock().instant();
    String told = "";
    while (context.pace().next(BETWEEN_LOOKS)) {
      Optional<Recovery> now = read(cloud, name);
      String state = now.map(RecoveryText::progress).orElse("no recovery is recorded");
      if (!state.equals(told)) {
        tell.accept(state);
        told = state;
      }
      if (now.filter(recovery -> recovery.state().running()).isEmpty()) {
        return now.filter(recovery -> recovery.state() == Recovery.State.SERVING).isPresent()
            ? CommandExitCode.OK
            : CommandExitCode.NOT_HEALTHY;
      }
      if (patience.over(since, context.clock().instant())) {
        tell.accept(
            "--timeout is over, and the recovery goes on: quorate recover status "
                + name
                + " shows it");
        return CommandExitCode.NOT_HEALTHY;
      }
    }
    return CommandExitCode.NOT_HEALTHY;
  }

  /** The recovery under way, or the last one. */
  static Optional<Recovery> read(Clouds.Open cloud, ClusterName name) {
    Key key = Keys.recovery(name);
    return Optional.ofNullable(cloud.store().read(List.of(key)).get(key))
        .map(item -> Codecs.RECOVERY.read(item.attributes(), item.key().toString()));
  }
}
