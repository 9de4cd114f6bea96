package io.quorate.controller.plan;

import io.quorate.controller.view.ClusterView;
import io.quorate.state.Condition;
import io.quorate.state.DecisionSummary;
import io.quorate.state.Phase;
import io.quorate.state.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Decides about one cluster; a pure function of the view. The first rule that applies has its way,
 * so their order is part of the design:
 *
 * <ol>
 *   <li>nothing at all on a table that is older than the cluster;
 *   <li>an instance that EC2 shows terminated is handed back to its group, whatever else goes on;
 *   <li>what was begun is finished: a recorded birth, an answered operation, a recorded
 *       termination, an operation whose executor will not end it;
 *   <li>while something is under way, nothing else begins;
 *   <li>then, one at a time: dead members, stranded learners, hung nodes, nodes that wait to join;
 *       a dead member whose replacement has to wait holds up none of the others.
 * </ol>
 */
public final class Planner {
  private static final List<Rule> RULES =
      List.of(
          new HaltOnOlderTable(),
          new HandBackTerminated(),
          new FinishRecordedBirth(),
          new DecideFirstBirth(),
          new CloseAnsweredOperation(),
          new PerformTermination(),
          new AbandonHungJoiner(),
          new CancelOverdueOperation(),
          ReplaceHungNode.whereItsOwnChangeIsOpen(),
          new Await(),
          new ReplaceDeadMember(),
          new RemoveStrandedLearner(),
          ReplaceHungNode.whileNothingIsOpen(),
          new ReplaceHungNewcomer(),
          new JoinWaitingNode());

  /** The names of all rules, in their order. */
  public static List<String> rules() {
    return RULES.stream().map(Rule::name).toList();
  }

  /** Decides. */
  public Plan plan(ClusterView view) {
    return consider(view).plan();
  }

  /** Decides, and tells how: what became of each rule. */
  public Explanation consider(ClusterView view) {
    Situation situation = new Situation(view);
    List<Considered> considered = new ArrayList<>();
    Optional<Plan> first = Optional.empty();
    List<Plan> waiting = new ArrayList<>();
    for (Rule rule : RULES) {
      if (first.isPresent()) {
        considered.add(new Considered.NotReached(rule.name()));
        continue;
      }
      Optional<Plan> plan = rule.consider(situation);
      if (plan.filter(Planner::rests).isPresent() && !rule.restsForAll()) {
        waiting.add(plan.get());
        considered.add(new Considered.Waits(rule.name(), plan.get().decision()));
        continue;
      }
      first = plan;
      considered.add(
          first
              .<Considered>map(p -> new Considered.Applies(rule.name(), p.decision()))
              .orElseGet(() -> new Considered.DoesNotApply(rule.name())));
    }
    Optional<Plan> acting = first.filter(plan -> !rests(plan));
    Optional<Plan> rest = Stream.concat(waiting.stream(), first.stream()).findFirst();
    return new Explanation(
        considered,
        shown(situation, acting.or(() -> rest).orElseGet(() -> Awaited.nothingElse(situation))));
  }

  private static boolean rests(Plan plan) {
    return plan.decision() instanceof Decision.Rest;
  }

  private static Plan shown(Situation situation, Plan plan) {
    Phase phase = Phases.of(situation, plan);
    List<Condition> conditions = Conditions.of(situation, plan);
    Status status = plan.status().showing(phase, conditions);
    Status remembered =
        summary(situation, plan.decision()).map(status::withLastDecision).orElse(status);
    Restarts restarts = Restarts.seen(situation);
    return new Plan(
        plan.decision(),
        remembered.withRestarts(restarts.told()),
        plan.reliedOn(),
        restarts.events());
  }

  private static Optional<DecisionSummary> summary(Situation situation, Decision decision) {
    return switch (decision) {
      case Decision.Rest rest -> Optional.empty();
      case Decision.Halt halt -> Optional.empty();
      case Decision.DecideBirth birth -> summarized(situation, birth);
      case Decision.FinishBirth birth -> summarized(situation, birth);
      case Decision.Issue issue -> summarized(situation, issue);
      case Decision.RequestCancel cancel -> summarized(situation, cancel);
      case Decision.Close close -> summarized(situation, close);
      case Decision.IntendTermination intend -> summarized(situation, intend);
      case Decision.Terminate terminate -> summarized(situation, terminate);
      case Decision.HandBack handBack -> summarized(situation, handBack);
    };
  }

  private static Optional<DecisionSummary> summarized(Situation situation, Decision decision) {
    return Optional.of(
        new DecisionSummary(
            decision.name(),
            decision.reason().code(),
            decision.reason().message(),
            situation.view().observedAt()));
  }
}
