package io.quorate.cli.cluster;

import io.quorate.cli.connect.Clouds;
import io.quorate.cli.connect.CommandExitCode;
import io.quorate.cli.frame.CommandContext;
import io.quorate.cli.frame.OneClusterCommand;
import io.quorate.cli.frame.Patience;
import io.quorate.cli.frame.TimeoutConverter;
import io.quorate.cli.picture.ClusterSummary;
import io.quorate.cli.render.StatusJson;
import io.quorate.model.ClusterName;
import io.quorate.store.StoreUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Waits until something holds of a cluster, for scripts. */
@Command(
    name = "wait",
    description =
        "Waits until a cluster is in a phase, shows a condition, or shows it no more. Exit code 1"
            + " when --timeout ends first. A phase or condition that a silent controller stored"
            + " does not count.")
public final class WaitCommand extends OneClusterCommand {
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

  @Option(
      names = "--for",
      paramLabel = "WHAT",
      defaultValue = "phase=HEALTHY",
      converter = AwaitedConverter.class,
      description =
          "phase=PHASE, condition=CONDITION or condition=CONDITION=false; by default"
              + " phase=HEALTHY, which holds when the exit code of status is 0.")
  private Optional<Awaited> awaited = Optional.empty();

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      defaultValue = "10m",
      converter = TimeoutConverter.class,
      description = "For how long, 1s to 24h; by default 10m.")
  private Duration timeout = Duration.ofMinutes(10);

  public WaitCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(Clouds.Open cloud, ClusterName name) {
    context().pace().begins();
    Awaited what = awaited.orElseThrow();
    Patience patience = Patience.lasting(timeout);
    Instant since = context().clock().instant();
    ClusterSummary last = summary(cloud, name, 0);
    while (!what.holds(last)) {
      if (patience.over(since, context().clock().instant())
          || !context().pace().next(BETWEEN_LOOKS)) {
        show(last);
        complain(
            what
                + " does not hold after "
                + Duration.between(since, context().clock().instant()).toSeconds()
                + " s: "
                + what.instead(last)
                + "; look at it with: quorate status "
                + name);
        return CommandExitCode.NOT_HEALTHY;
      }
      last = again(cloud, name, last);
    }
    show(last);
    if (!options().structured()) {
      print("cluster " + name + ": " + what + "\n");
    }
    return CommandExitCode.OK;
  }

  private ClusterSummary again(Clouds.Open cloud, ClusterName name, ClusterSummary before) {
    try {
      return summaries(cloud).take(name, 0);
    } catch (StoreUnavailableException down) {
      complain("the store did not answer, looking again: " + down.getMessage());
      return before;
    }
  }

  private void show(ClusterSummary summary) {
    if (options().structured()) {
      printTree(StatusJson.of(summary));
    }
  }
}
