package io.quorate.cli.cluster;

import io.quorate.cli.connect.Clouds;
import io.quorate.cli.connect.CommandExitCode;
import io.quorate.cli.connect.CommandFailure;
import io.quorate.cli.frame.CommandContext;
import io.quorate.cli.frame.OneClusterCommand;
import io.quorate.cli.picture.SummaryReader;
import io.quorate.cli.render.EventsJson;
import io.quorate.cli.render.EventsText;
import io.quorate.model.ClusterName;
import io.quorate.state.JournalEntry;
import io.quorate.store.StoreUnavailableException;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Prints the journal: every decision and outcome, newest last. */
@Command(
    name = "events",
    description =
        "Prints the journal, newest last: time, decision, reason, message; as JSON lines with the"
            + " evidence.")
public final class EventsCommand extends OneClusterCommand {
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);
  private static final int MOST = 1000;

  @Option(
      names = {"-n", "--limit"},
      paramLabel = "N",
      defaultValue = "50",
      description = "How many of the latest, 1 to 1000; by default 50.")
  private int limit = 50;

  @Option(
      names = {"-f", "--follow"},
      description = "Goes on printing new ones.")
  private boolean follow;

  public EventsCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(Clouds.Open cloud, ClusterName name) {
    if (limit < 1 || limit > MOST) {
      throw new CommandFailure(
          CommandExitCode.USAGE,
          "--limit "
              + limit
              + ": expected 1 to "
              + MOST
              + "; older ones stand in"
              + " the table, see docs/operations.md");
    }
    if (follow) {
      context().pace().begins();
    }
    SummaryReader.JournalPage page = summaries(cloud).journal(name, limit);
    if (page.entries().isEmpty() && page.unreadable().isEmpty()) {
      summary(cloud, name, 0);
    }
    page.unreadable().forEach(line -> complain("unreadable: " + line));
    page.entries().forEach(this::show);
    String last = lastId(page.entries(), "");
    while (follow && context().pace().next(BETWEEN_LOOKS)) {
      last = newer(cloud, name, last);
    }
    return CommandExitCode.OK;
  }

  private String newer(Clouds.Open cloud, ClusterName name, String last) {
    try {
      List<JournalEntry> entries =
          summaries(cloud).journal(name, MOST / 10).entries().stream()
              .filter(entry -> entry.id().compareTo(last) > 0)
              .toList();
      entries.forEach(this::show);
      return lastId(entries, last);
    } catch (StoreUnavailableException down) {
      complain("the store did not answer, looking again: " + down.getMessage());
      return last;
    }
  }

  private void show(JournalEntry entry) {
    if (options().structured()) {
      printTreeLine(EventsJson.of(entry));
    } else {
      print(EventsText.line(entry) + "\n");
    }
  }

  private static String lastId(List<JournalEntry> entries, String otherwise) {
    return entries.isEmpty() ? otherwise : entries.getLast().id();
  }
}
