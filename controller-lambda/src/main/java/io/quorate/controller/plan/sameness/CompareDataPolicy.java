package io.quorate.controller.plan.sameness;

import io.quorate.command.CommandKind;
import io.quorate.command.CompareData;
import io.quorate.command.Outcome;
import io.quorate.controller.decision.AnswerRequest;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.decision.RequestChange;
import io.quorate.controller.decision.StartCommand;
import io.quorate.controller.plan.commands.CommandBackoff;
import io.quorate.controller.plan.commands.CommandStart;
import io.quorate.controller.plan.commands.EndedCommand;
import io.quorate.controller.plan.commands.MaintenanceExecutors;
import io.quorate.controller.plan.commands.MaintenancePolicy;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.SizedTime;
import io.quorate.controller.plan.rollout.BeforeUpgrade;
import io.quorate.controller.plan.voters.ComparableVoters;
import io.quorate.controller.view.ObservedNode;
import io.quorate.model.MemberId;
import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import io.quorate.state.ComparisonRound;
import io.quorate.state.ComparisonRound.KeyHash;
import io.quorate.state.ComparisonRound.Result;
import io.quorate.state.DataComparison;
import io.quorate.state.MemberEntry;
import io.quorate.state.OpenCommand;
import io.quorate.state.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Comparisons of the voters' data: rounds in which one voter after the other is asked for the hash
 * of its own keys at one revision.
 *
 * <ol>
 *   <li>The revision is the newest that any of them has when the round begins.
 *   <li>Only hashes with the same compact revision are compared; where those differ, or a voter
 *       gives no answer, the round begins again at another revision, three times at most.
 * </ol>
 */
public final class CompareDataPolicy extends MaintenancePolicy {
  private static final int LONGEST_FILE = 64;
  private static final Duration AT_LEAST = Duration.ofMinutes(1);
  private static final int PASSES = 2;
  private static final long ATTEMPTS = 3;

  @Override
  public CommandKind kind() {
    return CommandKind.COMPARE_DATA;
  }

  @Override
  public Optional<RequestKind> request() {
    return Optional.of(RequestKind.COMPARE_DATA);
  }

  /** A request is for a round of several commands. */
  @Override
  public boolean answersRequest() {
    return false;
  }

  @Override
  public String subjectName() {
    return "revision";
  }

  /** The first voter of a new round; empty while none can begin. */
  @Override
  public Optional<ObservedNode> executor(ClusterState clusterState) {
    return comparison(clusterState).open().isEmpty()
        ? begun(clusterState, Optional.empty()).flatMap(round -> next(clusterState, round))
        : Optional.empty();
  }

  @Override
  public String whyNone(ClusterState clusterState, Request request) {
    return ComparableVoters.hindrance(clusterState)
        .map(why -> "the voters' data cannot be compared: " + why)
        .orElseGet(() -> super.whyNone(clusterState, request));
  }

  @Override
  public Optional<Plan> start(
      ClusterState clusterState, ObservedNode node, Request request, Reason reason) {
    if (ComparableVoters.listed(clusterState).size() < 2) {
      return Optional.of(refused(clusterState, request));
    }
    return begun(clusterState, Optional.of(request.id()))
        .flatMap(round -> ask(clusterState, round, reason, Optional.of(request)));
  }

  private static Plan refused(ClusterState clusterState, Request request) {
    String words = "the cluster has one voter: there is nobody to compare its data with";
    return new Plan(AnswerRequest.refused(request, words), clusterState.status(), Map.of());
  }

  /** The plan that begins the round that is due; empty while none is, or none can begin. */
  public static Optional<Plan> due(ClusterState clusterState) {
    return comparison(clusterState).open().isPresent()
            || CommandBackoff.waits(clusterState, CommandKind.COMPARE_DATA)
        ? Optional.empty()
        : ComparisonDue.why(clusterState)
            .or(() -> BeforeUpgrade.comparison(clusterState))
            .flatMap(
                reason ->
                    begun(clusterState, Optional.empty())
                        .flatMap(round -> ask(clusterState, round, reason, Optional.empty())));
  }

  /** The plan that goes on with the round under way; empty while the voters cannot be compared. */
  public static Optional<Plan> goOn(ClusterState clusterState) {
    Optional<ComparisonRound> open = comparison(clusterState).open();
    if (open.isEmpty() || ComparableVoters.hindrance(clusterState).isPresent()) {
      return Optional.empty();
    }
    ComparisonRound round = open.get();
    boolean same = round.voters().equals(ComparableVoters.homes(clusterState));
    ComparisonRound going = same && round.revision() > 0 ? round : chosen(clusterState, round);
    return ask(
        clusterState,
        going,
        Reason.of("COMPARISON_RUNS", "attempt " + going.attempt() + " of round " + round.id()),
        Optional.empty());
  }

  private static ComparisonRound chosen(ClusterState clusterState, ComparisonRound round) {
    return round.at(
        ComparableVoters.newest(clusterState),
        ComparableVoters.homes(clusterState),
        clusterState.view().observedAt());
  }

  private static Optional<ComparisonRound> begun(
      ClusterState clusterState, Optional<String> request) {
    return ComparableVoters.hindrance(clusterState).isPresent()
        ? Optional.empty()
        : Optional.of(
            ComparisonRound.begun(
                "round-%s-%s".formatted(clusterState.view().token(), clusterState.view().nonce()),
                request,
                clusterState.view().observedAt(),
                ComparableVoters.newest(clusterState),
                ComparableVoters.homes(clusterState)));
  }

  private static Optional<ObservedNode> next(ClusterState clusterState, ComparisonRound round) {
    return round.unanswered().stream()
        .findFirst()
        .flatMap(
            voter ->
                ComparableVoters.listed(clusterState).stream()
                    .filter(member -> member.id().equals(voter))
                    .findFirst())
        .flatMap((MemberEntry member) -> clusterState.members().holderOf(member))
        .filter(node -> MaintenanceExecutors.settled(clusterState, node));
  }

  private static Optional<Plan> ask(
      ClusterState clusterState, ComparisonRound round, Reason reason, Optional<Request> request) {
    return next(clusterState, round)
        .map(
            node -> ask(clusterState, round, node, round.unanswered().getFirst(), reason, request));
  }

  private static Plan ask(
      ClusterState clusterState,
      ComparisonRound round,
      ObservedNode node,
      MemberId voter,
      Reason reason,
      Optional<Request> request) {
    String revision = Long.toString(round.revision());
    CompareData compare =
        new CompareData(
            CommandStart.header(clusterState, CommandKind.COMPARE_DATA, node),
            voter,
            round.revision(),
            SizedTime.of(clusterState, AT_LEAST, PASSES));
    Plan told =
        CommandStart.maintenance(
            clusterState,
            node,
            compare,
            new CommandStart.Subject("revision", revision),
            reason.and("revision", revision).and("member", voter),
            Optional.empty());
    StartCommand start = (StartCommand) told.decision();
    return new Plan(
        new StartCommand(
            start.reason(), compare, request.map(asked -> takenUp(asked, round, told.status()))),
        with(told.status(), comparison(clusterState).opening(round)),
        told.heartbeatEvidence());
  }

  private static RequestChange takenUp(Request request, ComparisonRound round, Status status) {
    OpenCommand open = status.tasks().open().orElseThrow();
    return new RequestChange(
        request,
        request.in(
            Request.State.TAKEN_UP,
            round.voters().size() + " voters are asked one after the other",
            CommandStart.result(open, "revision")));
  }

  /** It reads. */
  @Override
  public boolean harmlessWhenLate() {
    return true;
  }

  @Override
  protected EndedCommand done(ClusterState clusterState, OpenCommand open, Outcome answer) {
    Optional<ComparisonRound> next = after(clusterState, open, answer);
    String words =
        next.filter(round -> round.result().isPresent() || round.answers().isEmpty())
            .map(round -> answer.detail() + "; " + round.detail())
            .orElse(answer.detail());
    return hash(clusterState, open, answer).isPresent()
        ? EndedCommand.done(open, words, Optional.empty())
        : EndedCommand.failed(open, "OTHER: the outcome tells no hash: " + answer.values());
  }

  @Override
  public Status after(
      ClusterState clusterState, OpenCommand open, Optional<Outcome> ended, Status closed) {
    // What the agent told stands in its row only: the outcome that is journalled has no values.
    Optional<Outcome> told =
        clusterState.node(open.executor()).flatMap(node -> open.answer(node.heartbeat()));
    DataComparison comparison = comparison(clusterState);
    return told.or(() -> ended)
        .flatMap(outcome -> after(clusterState, open, outcome))
        .map(
            round ->
                with(
                    closed,
                    round.result().isPresent()
                        ? comparison.ended(round)
                        : comparison.opening(round)))
        .orElse(closed);
  }

  /** The round under way after a voter's command. */
  private static Optional<ComparisonRound> after(
      ClusterState clusterState, OpenCommand open, Outcome outcome) {
    return comparison(clusterState)
        .open()
        .filter(round -> open.subject().equals(Long.toString(round.revision())))
        .map(
            round ->
                hash(clusterState, open, outcome)
                    .map(hash -> answered(clusterState, round, hash))
                    .orElseGet(
                        () ->
                            again(
                                clusterState,
                                round,
                                open.executor() + " gave no hash: " + outcome.detail())));
  }

  private static ComparisonRound answered(
      ClusterState clusterState, ComparisonRound round, KeyHash hash) {
    Instant now = clusterState.view().observedAt();
    ComparisonRound next = round.answered(round.unanswered().getFirst(), hash, now);
    if (!next.comparable()) {
      return again(clusterState, next, "the voters are compacted up to different revisions");
    }
    return next.complete() ? concluded(next, now) : next;
  }

  private static ComparisonRound concluded(ComparisonRound round, Instant now) {
    return round.differs()
        ? round.ended(
            Result.DIFFERS,
            "the voters' data differ at revision " + round.revision() + ": " + round.words(),
            now)
        : round.ended(
            Result.EQUAL,
            "all "
                + round.voters().size()
                + " voters hold the same keys at revision "
                + round.revision(),
            now);
  }

  private static ComparisonRound again(
      ClusterState clusterState, ComparisonRound round, String why) {
    Instant now = clusterState.view().observedAt();
    if (round.attempt() < ATTEMPTS) {
      return round.again(why + "; the voters are asked again at another revision", now);
    }
    return round.differs()
        ? concluded(round, now)
        : round.ended(Result.INCOMPLETE, "not all voters could be compared: " + why, now);
  }

  /** What a voter answered: only what was asked of it, and only of itself. */
  private static Optional<KeyHash> hash(
      ClusterState clusterState, OpenCommand open, Outcome outcome) {
    boolean asked =
        comparison(clusterState)
            .open()
            .flatMap(
                round ->
                    round.unanswered().stream().findFirst().map(voter -> round.voters().get(voter)))
            .filter(open.executor()::equals)
            .isPresent();
    List<Object> values =
        List.of(
            outcome.values().getOrDefault(CompareData.HASH, ""),
            outcome.values().getOrDefault(CompareData.COMPACT_REVISION, ""),
            outcome.values().getOrDefault(CompareData.REVISION, ""));
    return asked
            && outcome.result() == Outcome.Result.DONE
            && values.get(0) instanceof Number hash
            && values.get(1) instanceof Number compacted
            && values.get(2) instanceof Number at
            && open.subject().equals(Long.toString(at.longValue()))
        ? Optional.of(
            inFile(outcome.values(), new KeyHash(hash.longValue(), compacted.longValue())))
        : Optional.empty();
  }

  private static KeyHash inFile(Map<String, Object> values, KeyHash hash) {
    return values.get(CompareData.FILE) instanceof String file && file.length() <= LONGEST_FILE
        ? hash.of(file, Boolean.TRUE.equals(values.get(CompareData.FIRST_FILE)))
        : hash;
  }

  private static DataComparison comparison(ClusterState clusterState) {
    return clusterState.status().tasks().comparison();
  }

  private static Status with(Status status, DataComparison next) {
    return status.withTasks(status.tasks().withComparison(next));
  }
}
