package io.quorate.cli.render;

import io.quorate.cli.picture.DryRunSummary;
import io.quorate.controller.decision.Decision;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.plan.RuleEvaluation;
import io.quorate.controller.view.ClusterView;
import io.quorate.model.ClusterName;
import io.quorate.state.Condition;
import io.quorate.state.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** A dry run for people: what was seen, what each rule makes of it, what would be done and why. */
public final class ExplainText {
  private static final String UNTOUCHED =
      "Nothing was changed: no lease taken, no record written, nobody instructed, no instance"
          + " touched.";

  private final DryRunSummary summary;
  private final ClusterView view;
  private final Plan plan;
  private final List<String> lines = new ArrayList<>();

  private ExplainText(DryRunSummary summary) {
    this.summary = summary;
    this.view = summary.view();
    this.plan = summary.trace().plan();
  }

  /** The whole of it, with its line breaks. */
  public static String of(DryRunSummary summary) {
    ExplainText text = new ExplainText(summary);
    text.lines.add(
        text.view.cluster()
            + "  what a turn would decide at "
            + Words.time(text.view.observedAt()));
    text.lines.addAll(ObservationText.lines(summary));
    text.rules();
    text.decision();
    text.afterwards();
    text.unreadable();
    text.lines.add("");
    text.lines.add(UNTOUCHED);
    return String.join("\n", text.lines) + "\n";
  }

  /** The same when a record that every decision needs cannot be read. */
  public static String halted(ClusterName cluster, String condition, String message) {
    List<String> lines = new ArrayList<>();
    lines.add(cluster + "  a turn would decide nothing: " + condition);
    lines.addAll(Wrap.lines(message, "  "));
    lines.addAll(Wrap.lines("see docs/operations.md, " + condition, "  "));
    lines.add("");
    lines.add(UNTOUCHED);
    return String.join("\n", lines) + "\n";
  }

  private void rules() {
    heading("RULES, in their order: the first that applies decides");
    int number = 0;
    for (RuleEvaluation evaluations : summary.trace().evaluations()) {
      number++;
      lines.add(
          String.format(
              Locale.ROOT, "  %2d  %-27s  %s", number, evaluations.rule(), said(evaluations)));
    }
  }

  private static String said(RuleEvaluation evaluations) {
    return switch (evaluations) {
      case RuleEvaluation.Applies applies ->
          "APPLIES: " + applies.decision().code() + ", " + applies.decision().reason().code();
      case RuleEvaluation.Waits waits -> "waits: " + waits.decision().reason().code();
      case RuleEvaluation.HeldByPause held ->
          "held by the pause: " + held.decision().code() + ", " + held.decision().reason().code();
      case RuleEvaluation.DoesNotApply no -> "does not apply";
      case RuleEvaluation.NotReached no -> "not reached";
    };
  }

  private void decision() {
    Decision decision = plan.decision();
    heading("DECISION");
    lines.add("  " + decision.code() + "  " + decision.reason().code());
    lines.addAll(Wrap.lines(decision.reason().message(), "      "));
    lines.addAll(Wrap.lines("It would " + decision.summary() + ".", "      "));
    values("with  (ids and token would be the turn's own)", decision.values());
    values("evidence", new TreeMap<>(decision.reason().evidence()));
    heartbeatEvidence();
  }

  private void heartbeatEvidence() {
    if (plan.heartbeatEvidence().isEmpty()) {
      return;
    }
    lines.add("    relies on  (refused if one of them reports another state, or restarts, first)");
    new TreeMap<>(plan.heartbeatEvidence())
        .forEach(
            (node, state) ->
                lines.add("      " + node + " at state version " + state.stateVersion()));
  }

  private void values(String title, Map<String, ?> values) {
    if (values.isEmpty()) {
      return;
    }
    lines.add("    " + title);
    values.forEach((name, value) -> value(name, value));
  }

  private void value(String name, Object value) {
    if (value instanceof List<?> many) {
      lines.add(String.format(Locale.ROOT, "      %-15s", name).stripTrailing());
      many.forEach(one -> lines.add("        " + one));
    } else {
      List<String> wrapped = Wrap.lines(value.toString(), " ".repeat(22));
      lines.add(String.format(Locale.ROOT, "      %-15s %s", name, wrapped.getFirst().strip()));
      lines.addAll(wrapped.subList(1, wrapped.size()));
    }
  }

  private void afterwards() {
    Status next = plan.status();
    heading("AFTERWARDS the status would show");
    lines.add("  phase       " + next.phase());
    lines.add("  operation   " + next.operation().map(ObservationText::operation).orElse("none"));
    lines.add("  conditions  " + (next.conditions().isEmpty() ? "none" : ""));
    lines.set(lines.size() - 1, lines.getLast().stripTrailing());
    for (Condition condition : next.conditions()) {
      lines.add("    " + condition.type());
      lines.addAll(Wrap.lines(condition.message(), "      "));
    }
  }

  private void unreadable() {
    if (summary.unreadable().isEmpty()) {
      return;
    }
    heading("UNREADABLE ROWS: their nodes are unknown, and nothing destructive is decided");
    summary.unreadable().forEach(line -> lines.addAll(Wrap.lines(line, "  ")));
  }

  private void heading(String text) {
    lines.add("");
    lines.add(text);
  }
}
