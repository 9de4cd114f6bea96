package io.quorate.cli;

import io.quorate.cli.picture.ClusterPicture;
import io.quorate.cli.picture.Health;
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
final class StatusCommand extends OneClusterCommand {
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

  StatusCommand(Surroundings surroundings) {
    super(surroundings);
  }

  @Override
  int run(Clouds.Open cloud, ClusterName name) {
    ClusterPicture picture = picture(cloud, name, DECISIONS);
    boolean redraws = watch && surroundings().terminal() && !options().json();
    if (redraws) {
      print(CLEAR_ALL);
      redraw(picture, "");
    } else {
      show(picture);
    }
    while (watch && surroundings().pace().next(interval)) {
      picture = again(cloud, name, picture, redraws);
    }
    return code(Health.of(picture));
  }

  private ClusterPicture again(
      Clouds.Open cloud, ClusterName name, ClusterPicture before, boolean redraws) {
    ClusterPicture picture;
    try {
      picture = pictures(cloud).take(name, DECISIONS);
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
      redraw(picture, "");
    } else {
      changes(before, picture);
    }
    return picture;
  }

  private void changes(ClusterPicture before, ClusterPicture picture) {
    List<String> lines = WatchLines.between(before, picture);
    if (lines.isEmpty()) {
      return;
    }
    if (options().json()) {
      printJsonLine(StatusJson.of(picture));
    } else {
      print(String.join("\n", lines) + "\n");
    }
  }

  private void show(ClusterPicture picture) {
    if (!options().json()) {
      print(StatusText.of(picture));
    } else if (watch) {
      printJsonLine(StatusJson.of(picture));
    } else {
      printJson(StatusJson.of(picture));
    }
  }

  private void redraw(ClusterPicture picture, String problem) {
    String screen = StatusText.of(picture) + (problem.isEmpty() ? "" : "\n" + problem + "\n");
    print(HOME + screen.replace("\n", CLEAR_LINE_END + "\n") + CLEAR_BELOW);
  }

  private static int code(Health health) {
    return switch (health) {
      case HEALTHY -> ExitCode.OK;
      case NOT_HEALTHY -> ExitCode.NOT_HEALTHY;
      case NO_QUORUM -> ExitCode.NO_QUORUM;
    };
  }
}
