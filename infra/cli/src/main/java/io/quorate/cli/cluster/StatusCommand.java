package io.quorate.cli.cluster;

import io.quorate.cli.connect.Clouds;
import io.quorate.cli.connect.CommandExitCode;
import io.quorate.cli.frame.CommandContext;
import io.quorate.cli.frame.IntervalConverter;
import io.quorate.cli.frame.OneClusterCommand;
import io.quorate.cli.picture.ClusterHealth;
import io.quorate.cli.picture.ClusterSummary;
import io.quorate.cli.render.StatusJson;
import io.quorate.cli.render.StatusText;
import io.quorate.cli.render.WatchLines;
import io.quorate.model.ClusterName;
import io.quorate.store.StoreUnavailableException;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows a cluster at a glance, once or for as long as one likes to look. */
@Command(
    name = "status",
    description =
        "Shows a cluster at a glance: phase, members, quorum, conditions, the operation under way"
            + " and the last decisions with why.")
public final class StatusCommand extends OneClusterCommand {
  private static final int DECISIONS = 5;
  private static final String HOME = "\033[H";
  private static final String CLEAR_LINE_END = "\033[K";
  private static final String CLEAR_BELOW = "\033[J";
  private static final String CLEAR_ALL = "\033[2J";

  @Option(
      names = {"-w", "--watch"},
      description = "Looks again and again: redraws on a terminal, else prints what changes.")
  private boolean watch;

  @Option(
      names = "--interval",
      paramLabel = "TIME",
      defaultValue = "1s",
      converter = IntervalConverter.class,
      description = "Between two looks, 200ms to 60m; by default 1s.")
  private Duration interval = Duration.ofSeconds(1);

  public StatusCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(Clouds.Open cloud, ClusterName name) {
    if (watch) {
      context().pace().begins();
    }
    ClusterSummary summary = summary(cloud, name, DECISIONS);
    boolean redraws = watch && context().terminal() && !options().structured();
    if (redraws) {
      print(CLEAR_ALL);
      redraw(summary, "");
    } else {
      show(summary);
    }
    while (watch && context().pace().next(interval)) {
      summary = again(cloud, name, summary, redraws);
    }
    return code(ClusterHealth.of(summary));
  }

  private ClusterSummary again(
      Clouds.Open cloud, ClusterName name, ClusterSummary before, boolean redraws) {
    ClusterSummary summary;
    try {
      summary = summaries(cloud).take(name, DECISIONS);
    } catch (StoreUnavailableException down) {
      String problem = "the store did not answer, looking again: " + down.getMessage();
      if (redraws) {
        redraw(before, problem);
      } else {
        complain(problem);
      }
      return before;
    }
    if (redraws) {
      redraw(summary, "");
    } else {
      changes(before, summary);
    }
    return summary;
  }

  private void changes(ClusterSummary before, ClusterSummary summary) {
    List<String> lines = WatchLines.between(before, summary);
    if (lines.isEmpty()) {
      return;
    }
    if (options().structured()) {
      printTreeLine(StatusJson.of(summary));
    } else {
      print(String.join("\n", lines) + "\n");
    }
  }

  private void show(ClusterSummary summary) {
    if (!options().structured()) {
      print(StatusText.of(summary, options().wide()));
    } else if (watch) {
      printTreeLine(StatusJson.of(summary));
    } else {
      printTree(StatusJson.of(summary));
    }
  }

  private void redraw(ClusterSummary summary, String problem) {
    String screen =
        StatusText.of(summary, options().wide()) + (problem.isEmpty() ? "" : "\n" + problem + "\n");
    print(HOME + screen.replace("\n", CLEAR_LINE_END + "\n") + CLEAR_BELOW);
  }

  private static int code(ClusterHealth health) {
    return switch (health) {
      case HEALTHY -> CommandExitCode.OK;
      case NOT_HEALTHY -> CommandExitCode.NOT_HEALTHY;
      case NO_QUORUM -> CommandExitCode.NO_QUORUM;
      case UNSEEN -> CommandExitCode.UNSEEN;
    };
  }
}
