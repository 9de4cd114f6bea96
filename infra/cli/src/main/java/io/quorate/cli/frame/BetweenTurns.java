package io.quorate.cli.frame;

import io.quorate.cli.connect.CommandExitCode;
import io.quorate.cli.connect.CommandFailure;
import io.quorate.codec.UnreadableRecordException;
import io.quorate.model.ClusterName;
import java.time.Duration;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Does something under the cluster's lease: a turn of the controller, which holds it, is short. */
public final class BetweenTurns {
  private static final Duration BETWEEN_TRIES = Duration.ofMillis(300);
  private static final int TRIES = 40;

  private BetweenTurns() {}

  /**
   * Tries until no turn holds the lease, about twelve seconds; what the last try gave.
   *
   * @throws CommandFailure where a record that the attempt rests on cannot be read
   */
  public static <T> T tried(CommandContext context, Supplier<T> attempt, Predicate<T> busy) {
    try {
      T result = attempt.get();
      for (int tries = 1;
          busy.test(result) && tries < TRIES && context.pace().next(BETWEEN_TRIES);
          tries++) {
        result = attempt.get();
      }
      return result;
    } catch (UnreadableRecordException unreadable) {
      throw new CommandFailure(
          CommandExitCode.BAD_INPUT,
          "nothing was written: " + unreadable.getMessage() + "; put that record right first",
          unreadable);
    }
  }

  /** What to say when turns held the lease all the while. */
  public static CommandFailure busy(ClusterName name) {
    return new CommandFailure(
        CommandExitCode.CONFLICT,
        "a turn of the controller holds the lease of '"
            + name
            + "': nothing was written, run it again");
  }
}
