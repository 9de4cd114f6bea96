package io.quorate.simulation.run;

import io.quorate.agent.steps.StepCatalog;
import io.quorate.command.CommandKind;
import io.quorate.command.Lane;
import io.quorate.controller.plan.Planner;
import io.quorate.simulation.faults.FaultKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What many runs explored, and what none of them reached; adds up across processes. */
final class Report {
  private static final String COUNT = "count ";
  private static final String IN = " in ";

  /**
   * What no simulated schedule can reach yet, or only one in hundreds, as beginnings of {@link
   * #unreached()}'s lines: the simulator knows no request of an operator, no stored release of
   * etcd, no launch template, no region of an instance and no hook that a controller answers, and a
   * leave or a restart is seldom undone. What these do is held by tests of their own and end to
   * end.
   */
  private static final Set<String> NOT_SIMULATED =
      Set.of(
          "rule REST_DELETED",
          "rule TERMINATE_HUNG_LEAVER",
          "rule ANSWER_LAUNCH_HOOK",
          "rule ABANDON_LAUNCH",
          "rule ANSWER_TERMINATION_HOOK",
          "rule CANCEL_HELD_JOIN",
          "rule EXTEND_TERMINATION_HOOK",
          "rule LEAVE_BEFORE_TERMINATION",
          "rule LEAVE_WHEN_MARKED",
          "step LEAVE undo ",
          "step RESTART_MEMBER undo START_ANYWAY",
          "rule CANCEL_OVERDUE_TASK",
          "rule ANSWER_SNAPSHOT_REQUEST",
          "rule REFUSE_WHILE_PAUSED",
          "rule REPLACE_OUTDATED_NODE",
          "rule START_REQUESTED_TASK",
          "rule SYNC_CATALOGUE",
          "rule PRUNE_REQUESTS",
          "rule PRUNE_INSTANCES",
          "rule SWEEP_ORPHANS",
          "rule PREPARE_RELEASE",
          "rule ISSUE_CERTIFICATES",
          "rule MAKE_TOKEN_KEY",
          "rule ANSWER_CERTIFICATE_REQUEST",
          "rule APPROVE_RECOVERY",
          "rule APPROVE_UPGRADE",
          "rule ANSWER_RECOVERY_REQUEST");

  private final Map<String, Long> counts = new TreeMap<>();

  synchronized void add(Result result) {
    count("runs", 1);
    count("broken", result.broken().isPresent() ? 1 : 0);
    count("schedules", result.counts() ? 1 : 0);
    count("turns", result.coverage().turns());
    count("decisions", result.coverage().decisions());
    count("events", result.events());
    count("recoveries that serve from a snapshot", result.coverage().fromSnapshots());
    count("recoveries that serve through a fence", result.coverage().throughFences());
    count("hibernations", result.coverage().hibernations());
    count("hibernations that ended with all data", result.coverage().wakings());
    count("virtual seconds", result.millis() / 1_000);
    result.coverage().rules().forEach((what, times) -> count("rule " + what, times));
    result.coverage().steps().forEach((what, times) -> count("step " + what, times));
    result.coverage().faults().forEach((what, times) -> count("fault " + what, times));
    result.coverage().states().forEach(state -> counts.put("state " + state, 1L));
  }

  private void count(String what, long times) {
    counts.merge(what, times, Long::sum);
  }

  synchronized long broken() {
    return counts.getOrDefault("broken", 0L);
  }

  /** For another process. */
  synchronized List<String> lines() {
    List<String> lines = new ArrayList<>();
    counts.forEach((what, times) -> lines.add(COUNT + times + " " + what));
    return lines;
  }

  /** Takes such a line; whether it was one. */
  synchronized boolean take(String line) {
    if (!line.startsWith(COUNT)) {
      return false;
    }
    int space = line.indexOf(' ', COUNT.length());
    if (space < 0) {
      return false; // The last line of a process that was stopped in it.
    }
    String what = line.substring(space + 1);
    long times = Long.parseLong(line.substring(COUNT.length(), space));
    counts.merge(what, times, what.startsWith("state ") ? Math::max : Long::sum);
    return true;
  }

  /** For people. */
  synchronized List<String> people() {
    List<String> lines = new ArrayList<>();
    long states = counts.keySet().stream().filter(what -> what.startsWith("state ")).count();
    counts.forEach(
        (what, times) -> {
          if (!what.startsWith("state ")) {
            lines.add("%10d  %s".formatted(times, what));
          }
        });
    lines.add("%10d  distinct abstract states".formatted(states));
    unreached().forEach(what -> lines.add("   nothing  " + what));
    return lines;
  }

  /** Rules, steps and faults of the code's own lists that no run reached. */
  synchronized List<String> unreached() {
    List<String> wanted = new ArrayList<>();
    Planner.rules().forEach(rule -> wanted.add("rule " + rule + IN));
    for (CommandKind kind : CommandKind.of(Lane.MEMBERSHIP)) {
      StepCatalog.steps(kind).forEach(s -> wanted.add("step " + kind + " " + s.name()));
      StepCatalog.undo(kind).forEach(s -> wanted.add("step " + kind + " undo " + s.name()));
    }
    for (FaultKind kind : FaultKind.values()) {
      wanted.add("fault " + kind);
    }
    return wanted.stream()
        .filter(what -> counts.keySet().stream().noneMatch(key -> key.startsWith(what)))
        .map(what -> what.endsWith(IN) ? what.substring(0, what.length() - IN.length()) : what)
        .filter(what -> NOT_SIMULATED.stream().noneMatch(what::startsWith))
        .toList();
  }
}
