package io.quorate.benchmark.upgrade;

import io.quorate.benchmark.Measurements;
import io.quorate.deployment.tour.FoundReleases.Change;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The figures of both sides, and what Quorate may take. */
final class UpgradeReport {
  static final String MEMBER = "a member, stop to serving";
  static final String ALL = "first stop to last serving";
  static final String ROLL_OUT = "roll-out from the apply";
  static final String GAP = "longest write gap";
  static final String LEADER_MOVE = "plain leader move, write gap";

  /** So many times what a member takes by hand; the soak would be added, and is off. */
  private static final double GOAL_MEMBER = 1.2;

  /** So many times the gap of a plain leader move. */
  private static final double GOAL_GAP = 1.5;

  private final Measurements measured;
  private final List<String> lines = new ArrayList<>();

  UpgradeReport(Measurements measured) {
    this.measured = measured;
  }

  /** For people, below a line that says what was measured. */
  String text(String heading, List<Change> changes) {
    lines.add(heading);
    line("", LEADER_MOVE, "ms", "");
    for (Change change : changes) {
      lines.add(change.toString());
      String figure = change + ", ";
      line(figure, MEMBER, "s", goal(figure + MEMBER, GOAL_MEMBER, "bare " + figure + MEMBER, "s"));
      line(figure, ALL, "s", "");
      line(figure, ROLL_OUT, "s", "");
      line(figure, GAP, "ms", goal(figure + GAP, GOAL_GAP, "Quorate " + LEADER_MOVE, "ms"));
    }
    return String.join("\n", lines) + "\n";
  }

  private String goal(String figure, double times, String of, String unit) {
    double goal = times * measured.median(of);
    return String.format(
        Locale.ROOT,
        "  goal %.2f %s: %s",
        goal,
        unit,
        measured.median("Quorate " + figure) <= goal ? "kept" : "missed");
  }

  private void line(String figure, String what, String unit, String goal) {
    lines.add(
        String.format(
                Locale.ROOT,
                "  %-28s by hand %-36s Quorate %-36s%s",
                what,
                measured.text("bare " + figure + what, unit),
                measured.text("Quorate " + figure + what, unit),
                goal)
            .stripTrailing());
  }
}
