package io.quorate.cli.frame;

import io.quorate.cli.connect.CommandExitCode;
import io.quorate.cli.connect.CommandFailure;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Whether a command waits for what it asked for, and for how long. */
public final class WaitOptions {
  @Option(
      names = "--wait",
      description = "Waits for the outcome, and shows the progress on standard error.")
  private boolean wait;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      converter = TimeoutConverter.class,
      description =
          "With --wait: for how long, 1s to 24h; then exit code 1, and what was asked for goes on."
              + " Without it there is no limit.")
  private Optional<Duration> timeout = Optional.empty();

  /** How patient the command is; asked for before anything is written. */
  public Patience patience() {
    if (timeout.isPresent() && !wait) {
      throw new CommandFailure(
          CommandExitCode.USAGE, "--timeout: expected with --wait; nothing was asked for");
    }
    return wait ? timeout.map(Patience::lasting).orElse(Patience.ENDLESS) : Patience.NONE;
  }
}
