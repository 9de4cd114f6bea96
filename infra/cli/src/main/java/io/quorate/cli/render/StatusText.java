package io.quorate.cli.render;

import io.quorate.cli.picture.ClusterSummary;
import io.quorate.cli.picture.MemberLine;
import io.quorate.cli.picture.Quorum;
import io.quorate.cli.picture.Roster;
import io.quorate.cli.picture.Silences;
import io.quorate.model.Generation;
import io.quorate.state.AccessRefused;
import io.quorate.state.Bootstrap;
import io.quorate.state.Condition;
import io.quorate.state.Heartbeat;
import io.quorate.state.Lineage;
import io.quorate.state.MemberStatus;
import io.quorate.state.OpenCommand;
import io.quorate.state.Phase;
import io.quorate.state.SpecRecord;
import io.quorate.state.Status;
import io.quorate.state.Termination;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A cluster at a glance, as plain text. */
public final class StatusText {
  private final ClusterSummary summary;
  private final boolean wide;
  private final Roster roster;
  private final List<String> lines = new ArrayList<>();

  private StatusText(ClusterSummary summary, boolean wide) {
    this.summary = summary;
    this.wide = wide;
    this.roster = Roster.of(summary);
  }

  /** The whole screen, each line ended by a line break. */
  public static String of(ClusterSummary summary) {
    return of(summary, false);
  }

  /** The same, with more columns where there is room for them. */
  public static String of(ClusterSummary summary, boolean wide) {
    StatusText text = new StatusText(summary, wide);
    text.head();
    text.members();
    text.conditions();
    text.operation();
    text.terminations();
    text.decisions();
    text.unreadable();
    return String.join("\n", text.lines) + "\n";
  }

  private void head() {
    String phase = summary.status().map(status -> status.phase().name()).orElse("phase unknown");
    List<Condition> silences = Silences.of(summary);
    lines.add(
        summary.cluster()
            + "  "
            + (silences.isEmpty()
                ? phase
                : silences.getFirst().type() + ", last known phase " + phase));
    lines.add("");
    field("identity", identity());
    field("quorum", quorum());
    field("leader", leader());
    field("controller", controller());
    summary
        .spec()
        .map(SpecRecord::pauses)
        .filter(pauses -> !pauses.isEmpty())
        .ifPresent(pauses -> field("paused", PauseText.of(pauses)));
    field("snapshots", SnapshotText.glance(summary));
    SpaceText.glance(roster).ifPresent(space -> field("space", space));
    ComparisonText.glance(summary.status(), summary.readAt())
        .ifPresent(words -> field("data", words));
  }

  private String identity() {
    List<String> parts = new ArrayList<>();
    summary.spec().ifPresent(stored -> parts.add("uid " + stored.uid()));
    summary
        .lineage()
        .map(StatusText::generation)
        .or(() -> Optional.of("no lineage record"))
        .ifPresent(parts::add);
    summary
        .lineage()
        .flatMap(Lineage::bootstrap)
        .map(Bootstrap::clusterId)
        .ifPresent(id -> parts.add("etcd cluster " + id));
    summary.spec().ifPresent(stored -> parts.add("spec version " + stored.version()));
    return String.join(", ", parts);
  }

  private static String generation(Lineage lineage) {
    return lineage.generation().equals(Generation.UNBOOTSTRAPPED)
        ? "unbootstrapped"
        : "generation " + lineage.generation();
  }

  private String quorum() {
    Quorum quorum = roster.quorum();
    if (quorum.voters() == 0) {
      return "no voters yet";
    }
    String count =
        quorum.serving()
            + " of "
            + quorum.voters()
            + " voters serve, "
            + quorum.needed()
            + " needed";
    if (!quorum.held()) {
      return count + ": " + notHeld();
    }
    if (!quorum.durable()) {
      return count
          + ": WRITES SUCCEED, NOT DURABLE: "
          + quorum.inMemory()
          + " more serve without their data";
    }
    String loss =
        quorum.tolerates() == 0
            ? ": tolerates no further loss"
            : ": tolerates the loss of " + quorum.tolerates();
    return count + loss + even(quorum.voters());
  }

  private String notHeld() {
    Phase phase = summary.status().map(Status::phase).orElse(Phase.NO_QUORUM);
    boolean refused =
        summary.nodes().stream()
            .flatMap(node -> node.report().accessRefused().stream())
            .anyMatch(AccessRefused::quorumProven);
    if (phase == Phase.DEGRADED && refused) {
      return "a quorum serves, and refuses its agents";
    }
    return switch (phase) {
      case BOOTSTRAPPING -> "not up yet";
      case UNSEEN -> "UNSEEN, a quorum may serve";
      case HIBERNATED -> "hibernates: nothing serves";
      case WAITING_FOR_NODES, HEALTHY, CHANGING, DEGRADED, NO_QUORUM, HALTED -> "NO QUORUM SEEN";
    };
  }

  private static String even(int voters) {
    return voters % 2 == 0
        ? "; " + voters + " voters tolerate no more lost than " + (voters - 1)
        : "";
  }

  private String leader() {
    return roster
        .leader()
        .map(
            id ->
                roster.leaderLine().flatMap(MemberLine::instance).map(i -> i + ", ").orElse("")
                    + "member "
                    + id
                    + roster.witness().flatMap(Heartbeat::status).map(this::term).orElse(""))
        .orElse("none seen");
  }

  private String term(MemberStatus status) {
    return ", raft term " + status.raftTerm();
  }

  private String controller() {
    return summary
        .lease()
        .map(
            lease ->
                "token "
                    + lease.token()
                    + ", last turn "
                    + Words.age(Silences.lastTurn(summary).orElseThrow(), summary.readAt())
                    + " ago")
        .orElse("has not looked yet");
  }

  private void members() {
    heading("MEMBERS");
    if (roster.lines().isEmpty()) {
      lines.add("  none: no node has registered");
    } else {
      lines.addAll(MemberTable.lines(roster, summary.readAt(), "  ", wide));
    }
    archived();
    if (!roster.current() && roster.lines().stream().anyMatch(l -> l.member().isPresent())) {
      lines.addAll(Wrap.lines(ground(), "  "));
    }
    if (roster.gone() > 0) {
      lines.add("  Not shown: rows of " + roster.gone() + " terminated instances.");
    }
  }

  private void archived() {
    roster
        .lines()
        .forEach(
            line ->
                line.heartbeat()
                    .flatMap(node -> node.report().putAside())
                    .ifPresent(
                        aside ->
                            lines.add(
                                "  "
                                    + line.instance().map(Object::toString).orElse("?")
                                    + " keeps archived directories: "
                                    + aside.directories()
                                    + ", "
                                    + Words.bytes(aside.bytes())
                                    + "; each is deleted once a verified snapshot covers it.")));
  }

  private String ground() {
    return roster
        .proven()
        .map(
            proven ->
                "No member proves a quorum now. The list is the newest that a quorum has proved: at"
                    + " raft term "
                    + proven.raftTerm()
                    + ", index "
                    + proven.raftIndex()
                    + ", by "
                    + proven.reportedBy()
                    + ".")
        .orElse("These are the initial members; no quorum has proved a member list yet.");
  }

  private void conditions() {
    heading("CONDITIONS");
    List<Condition> holding = Silences.beforeStored(summary);
    if (holding.isEmpty()) {
      lines.add("  none");
    }
    for (Condition condition : holding) {
      lines.add(
          "  "
              + condition.type()
              + ", for "
              + Words.age(condition.since(), summary.readAt())
              + " (since "
              + Words.time(condition.since())
              + ")");
      lines.addAll(Wrap.lines(condition.message(), "    "));
    }
  }

  private void operation() {
    Optional<OpenCommand> open = summary.status().flatMap(Status::operation);
    if (open.isEmpty()) {
      return;
    }
    heading("OPERATION UNDER WAY");
    OpenCommand operation = open.get();
    lines.add(
        "  "
            + operation.kind()
            + " by "
            + operation.executor()
            + operation.target().map(target -> ", of member " + target).orElse("")
            + ", for "
            + Words.age(operation.since(), summary.readAt())
            + (operation.cancelRequested() ? ", CANCEL ASKED" : ""));
    lines.addAll(Wrap.lines("step: " + step(operation), "    "));
  }

  private String step(OpenCommand operation) {
    return summary.nodes().stream()
        .filter(node -> node.instance().equals(operation.executor()))
        .findFirst()
        .flatMap(Heartbeat::currentStep)
        .orElse("its executor has not reported one");
  }

  private void terminations() {
    List<Termination> pending = summary.status().map(Status::terminations).orElse(List.of());
    if (pending.isEmpty()) {
      return;
    }
    heading("PENDING TERMINATIONS");
    for (Termination intent : pending) {
      String line =
          intent.instance()
              + ", decided "
              + Words.age(intent.decidedAt(), summary.readAt())
              + " ago: "
              + intent.because();
      lines.addAll(Wrap.lines(line, "  "));
    }
  }

  private void decisions() {
    heading("LAST DECISIONS");
    if (summary.journal().isEmpty()) {
      lines.add("  none yet");
    } else {
      summary.journal().forEach(entry -> lines.addAll(EventsText.wrapped(entry, "  ")));
    }
  }

  private void unreadable() {
    if (summary.unreadable().isEmpty()) {
      return;
    }
    heading("UNREADABLE RECORDS");
    summary.unreadable().forEach(line -> lines.addAll(Wrap.lines(line, "  ")));
  }

  private void heading(String text) {
    lines.add("");
    lines.add(text);
  }

  private void field(String name, String value) {
    lines.add(String.format(Locale.ROOT, "  %-11s %s", name, value));
  }
}
