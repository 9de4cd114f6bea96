package io.quorate.cli.render;

import io.quorate.cli.picture.ClusterSummary;
import io.quorate.cli.picture.MemberLine;
import io.quorate.cli.picture.Roster;
import io.quorate.cli.picture.Silences;
import io.quorate.state.Heartbeat;
import io.quorate.state.JournalEntry;
import io.quorate.state.OpenCommand;
import io.quorate.state.Status;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** What changed between two pictures of a cluster, for logs: counters, sizes and ages do not. */
public final class WatchLines {
  private WatchLines() {}

  /** One line for each change, dated by the later picture; empty when nothing changed. */
  public static List<String> between(ClusterSummary before, ClusterSummary after) {
    Map<String, String> old = facts(before);
    Map<String, String> now = facts(after);
    String time = Words.time(after.readAt()) + "  ";
    List<String> lines = new ArrayList<>();
    now.forEach(
        (fact, value) -> {
          if (!Objects.equals(old.get(fact), value)) {
            lines.add(time + fact + ": " + old.getOrDefault(fact, "—") + " -> " + value);
          }
        });
    old.keySet().stream()
        .filter(fact -> !now.containsKey(fact))
        .forEach(fact -> lines.add(time + fact + ": " + old.get(fact) + " -> —"));
    Set<String> known = before.journal().stream().map(JournalEntry::id).collect(Collectors.toSet());
    after.journal().stream()
        .filter(entry -> !known.contains(entry.id()))
        .forEach(entry -> lines.add(time + "decided: " + EventsText.line(entry)));
    return lines;
  }

  private static Map<String, String> facts(ClusterSummary summary) {
    Map<String, String> facts = new LinkedHashMap<>();
    summary.status().ifPresent(status -> facts.put("phase", status.phase().name()));
    summary.lineage().ifPresent(l -> facts.put("generation", l.generation().toString()));
    Roster roster = Roster.of(summary);
    facts.put("voters serving", roster.quorum().serving() + " of " + roster.quorum().voters());
    facts.put("leader", roster.leader().map(Object::toString).orElse("none seen"));
    roster.lines().forEach(line -> facts.put("member " + name(line), member(line)));
    Silences.beforeStored(summary)
        .forEach(held -> facts.put("condition " + held.type(), held.message()));
    summary
        .status()
        .flatMap(Status::operation)
        .ifPresent(open -> facts.put("operation", operation(summary, open)));
    summary.status().stream()
        .flatMap(status -> status.terminations().stream())
        .forEach(intent -> facts.put("termination of " + intent.instance(), intent.because()));
    if (!summary.unreadable().isEmpty()) {
      facts.put("unreadable records", String.join("; ", summary.unreadable()));
    }
    return facts;
  }

  private static String name(MemberLine line) {
    return line.instance()
        .map(Object::toString)
        .orElseGet(() -> line.member().map(Object::toString).orElse("?"));
  }

  private static String member(MemberLine line) {
    String id = line.member().map(member -> " " + member).orElse("");
    return line.role().word()
        + id
        + ", "
        + (line.silent() && !line.gone() ? "silent" : Words.state(line));
  }

  private static String operation(ClusterSummary summary, OpenCommand open) {
    String step =
        summary.nodes().stream()
            .filter(node -> node.instance().equals(open.executor()))
            .findFirst()
            .flatMap(Heartbeat::currentStep)
            .map(currentStep -> ", " + currentStep)
            .orElse("");
    return open.kind() + " by " + open.executor() + step;
  }
}
