package io.quorate.controller.plan;

import io.quorate.command.Lane;
import io.quorate.controller.decision.Decision;
import io.quorate.controller.decision.NoOp;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.access.ApplyDeclaredAuth;
import io.quorate.controller.plan.certificates.AnswerCertificateRequest;
import io.quorate.controller.plan.certificates.IssueDueCertificates;
import io.quorate.controller.plan.certificates.MakeMissingTokenKey;
import io.quorate.controller.plan.commands.PruneAnsweredRequests;
import io.quorate.controller.plan.commands.WaitForOpenOperation;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.HeldBack;
import io.quorate.controller.plan.facts.PlanChoice;
import io.quorate.controller.plan.facts.Rule;
import io.quorate.controller.plan.fencing.HoldersAgain;
import io.quorate.controller.plan.fencing.RevisionsSeen;
import io.quorate.controller.plan.hooks.AbandonLaunch;
import io.quorate.controller.plan.hooks.AnswerLaunchHook;
import io.quorate.controller.plan.hooks.AnswerTerminationHook;
import io.quorate.controller.plan.hooks.ExtendTerminationHook;
import io.quorate.controller.plan.instances.PerformTermination;
import io.quorate.controller.plan.instances.PruneGoneInstances;
import io.quorate.controller.plan.instances.ReplaceDamagedNode;
import io.quorate.controller.plan.instances.ReplaceHungNode;
import io.quorate.controller.plan.instances.ReplaceHungNonMember;
import io.quorate.controller.plan.instances.ReplaceTerminatedInstance;
import io.quorate.controller.plan.instances.TerminateHungJoiner;
import io.quorate.controller.plan.instances.TerminateHungLeaver;
import io.quorate.controller.plan.instances.TerminateLeaver;
import io.quorate.controller.plan.lifecycle.DecideBootstrap;
import io.quorate.controller.plan.lifecycle.FinishBootstrap;
import io.quorate.controller.plan.lifecycle.HaltOnTableRollback;
import io.quorate.controller.plan.lifecycle.RefuseWhilePaused;
import io.quorate.controller.plan.lifecycle.RestDeleted;
import io.quorate.controller.plan.membership.JoinWaitingNode;
import io.quorate.controller.plan.membership.LeaveBeforeInterruption;
import io.quorate.controller.plan.membership.LeaveBeforeTermination;
import io.quorate.controller.plan.membership.LeaveWhenMarked;
import io.quorate.controller.plan.membership.RemoveStrandedLearner;
import io.quorate.controller.plan.membership.RemoveUnstartedVoter;
import io.quorate.controller.plan.membership.ReplaceDeadMember;
import io.quorate.controller.plan.membership.ReplaceUndurableVoter;
import io.quorate.controller.plan.membership.RestorePeerUrl;
import io.quorate.controller.plan.membership.Shrink;
import io.quorate.controller.plan.recovery.AnswerRecoveryRequest;
import io.quorate.controller.plan.recovery.ApproveRecovery;
import io.quorate.controller.plan.recovery.Recover;
import io.quorate.controller.plan.rollout.ApproveUpgrade;
import io.quorate.controller.plan.rollout.PrepareMissingRelease;
import io.quorate.controller.plan.rollout.ReplaceOutdatedNode;
import io.quorate.controller.plan.rollout.RestartOutdatedMember;
import io.quorate.controller.plan.sameness.CompareData;
import io.quorate.controller.plan.sameness.ReplaceDifferingMember;
import io.quorate.controller.plan.snapshots.AnswerSnapshotRequest;
import io.quorate.controller.plan.snapshots.DeleteExpiredSnapshot;
import io.quorate.controller.plan.snapshots.ExpireOldSnapshots;
import io.quorate.controller.plan.snapshots.RecordSnapshotAgreement;
import io.quorate.controller.plan.snapshots.StartOverdueSnapshot;
import io.quorate.controller.plan.snapshots.SweepOrphanObjects;
import io.quorate.controller.plan.snapshots.SyncWithBucket;
import io.quorate.controller.plan.space.CureNoSpace;
import io.quorate.controller.plan.space.DefragmentFragmented;
import io.quorate.controller.plan.voters.Phases;
import io.quorate.controller.view.ClusterView;
import io.quorate.state.CatalogueDigest;
import io.quorate.state.Condition;
import io.quorate.state.DecisionSummary;
import io.quorate.state.MaintenanceLane;
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
 *   <li>nothing at all about a cluster that was deleted, or on a table that is older than it;
 *   <li>the replacement of an instance that EC2 shows terminated is requested, whatever else goes
 *       on;
 *   <li>nodes get the certificates, and etcd the key of its tokens, without which nothing that
 *       follows can start an etcd;
 *   <li>lifecycle hooks are answered, or extended while they hold a member;
 *   <li>a cluster whose data is lost everywhere is recovered, and everything else rests meanwhile;
 *       an operator's approval is taken first;
 *   <li>what was begun is finished: a recorded bootstrap, an answered operation, a recorded
 *       termination, an operation whose executor will not end it;
 *   <li>while something is under way, nothing else begins;
 *   <li>then, one at a time: peer URLs that somebody changed, dead members, stranded learners,
 *       voters that never started, members whose instance the group, the cloud or a recorded
 *       decision terminates, hung nodes, instances beyond the desired capacity, nodes that wait to
 *       join, members that run with older settings, instances that an older launch template made; a
 *       dead member whose replacement has to wait holds up none of the others;
 *   <li>then, even while one of these waits: room where etcd refuses writes, access control,
 *       operators' requests, the retention of snapshots, and the maintenance that is due.
 * </ol>
 */
public final class Planner {
  private static final List<Rule> RULES =
      List.of(
          new RestDeleted(),
          new HaltOnTableRollback(),
          new ReplaceTerminatedInstance(),
          new IssueDueCertificates(),
          new MakeMissingTokenKey(),
          new FinishBootstrap(),
          new DecideBootstrap(),
          new AnswerLaunchHook(),
          new AbandonLaunch(),
          new AnswerTerminationHook(),
          CancelOpenCommand.heldJoin(),
          new ExtendTerminationHook(),
          new RefuseWhilePaused(),
          new ApproveRecovery(),
          new ApproveUpgrade(),
          new Recover(),
          new CloseEndedCommand(Lane.MEMBERSHIP),
          new CloseEndedCommand(Lane.MAINTENANCE),
          CancelOpenCommand.maintenance(),
          new PerformTermination(),
          new TerminateHungJoiner(),
          new TerminateHungLeaver(),
          CancelOpenCommand.overdueChange(),
          ReplaceHungNode.whereItsOwnChangeIsOpen(),
          new StartOverdueSnapshot(),
          new WaitForOpenOperation(),
          new RestorePeerUrl(),
          new ReplaceDeadMember(),
          new ReplaceUndurableVoter(),
          new RemoveStrandedLearner(),
          new RemoveUnstartedVoter(),
          new LeaveBeforeTermination(),
          new LeaveBeforeInterruption(),
          new LeaveWhenMarked(),
          ReplaceHungNode.whileNothingIsOpen(),
          new ReplaceHungNonMember(),
          new ReplaceDamagedNode(),
          new ReplaceDifferingMember(),
          new TerminateLeaver(),
          new Shrink(),
          new JoinWaitingNode(),
          new RestartOutdatedMember(),
          new ReplaceOutdatedNode(),
          new AnswerRecoveryRequest(),
          new AnswerSnapshotRequest(CommandPolicies::answers),
          new AnswerCertificateRequest(),
          new CureNoSpace(),
          new ApplyDeclaredAuth(),
          new RecordSnapshotAgreement(),
          new CompareData(),
          new StartRequestedTask(),
          new SyncWithBucket(),
          new PruneAnsweredRequests(),
          new PruneGoneInstances(),
          new ExpireOldSnapshots(),
          new DeleteExpiredSnapshot(),
          new SweepOrphanObjects(),
          new PrepareMissingRelease(),
          new StartDueTask(),
          new DefragmentFragmented());

  /** The names of all rules, in their order. */
  public static List<String> rules() {
    return RULES.stream().map(Rule::code).toList();
  }

  /** Decides. */
  public Plan plan(ClusterView view) {
    return consider(view).plan();
  }

  /** Decides, and tells how: what became of each rule. */
  public PlanTrace consider(ClusterView view) {
    ClusterState clusterState = ClusterStates.of(view);
    List<RuleEvaluation> evaluations = new ArrayList<>();
    Optional<Plan> first = Optional.empty();
    List<Plan> waiting = new ArrayList<>();
    List<HeldBack> held = new ArrayList<>();
    boolean nothingBeside = false;
    for (Rule rule : RULES) {
      boolean beside = nothingBeside ? rule.besideEverything() : rule.besideRest();
      if (first.isPresent() && !(beside && first.filter(Planner::rests).isPresent())) {
        evaluations.add(new RuleEvaluation.NotReached(rule.code()));
        continue;
      }
      Optional<Plan> plan = rule.consider(clusterState).map(p -> explained(clusterState, rule, p));
      if (plan.isPresent() && heldByPause(clusterState, rule, plan.get())) {
        Decision decision = plan.get().decision();
        held.add(new HeldBack(rule.code(), decision));
        waiting.add(paused(clusterState, held.getLast()));
        evaluations.add(new RuleEvaluation.HeldByPause(rule.code(), decision));
        continue;
      }
      if (first.isPresent()) {
        // An earlier rule rests: only what acts beside that has a say.
        if (plan.isEmpty()) {
          evaluations.add(new RuleEvaluation.DoesNotApply(rule.code()));
          continue;
        }
        waiting.add(first.get());
        evaluations.replaceAll(Planner::waits);
        first = Optional.empty();
      }
      if (plan.filter(Planner::rests).isPresent() && !rule.restsForAll()) {
        waiting.add(plan.get());
        evaluations.add(new RuleEvaluation.Waits(rule.code(), plan.get().decision()));
        continue;
      }
      first = plan;
      nothingBeside = first.isPresent() && rule.restsForEverything();
      evaluations.add(
          first
              .<RuleEvaluation>map(p -> new RuleEvaluation.Applies(rule.code(), p.decision()))
              .orElseGet(() -> new RuleEvaluation.DoesNotApply(rule.code())));
    }
    Optional<Plan> acting = first.filter(plan -> !rests(plan));
    Optional<Plan> rest = Stream.concat(waiting.stream(), first.stream()).findFirst();
    return new PlanTrace(
        evaluations,
        shown(
            clusterState,
            acting.or(() -> rest).orElseGet(() -> IdleReason.nothingElse(clusterState)),
            held));
  }

  private static boolean heldByPause(ClusterState clusterState, Rule rule, Plan plan) {
    return clusterState.paused() && !rests(plan) && rule.heldByPause(clusterState, plan);
  }

  private static Plan paused(ClusterState clusterState, HeldBack held) {
    return IdleReason.explained(
        clusterState,
        PlanChoice.rest(
            clusterState,
            Reason.of("PAUSED", "the cluster is paused: held back is " + held.words())));
  }

  /** Without a quorum the rest of a rule says besides what the cluster waits for. */
  private static Plan explained(ClusterState clusterState, Rule rule, Plan plan) {
    return rests(plan) && !rule.restsForEverything()
        ? IdleReason.explained(clusterState, plan)
        : plan;
  }

  private static RuleEvaluation waits(RuleEvaluation evaluation) {
    return evaluation instanceof RuleEvaluation.Applies(String rule, Decision decision)
        ? new RuleEvaluation.Waits(rule, decision)
        : evaluation;
  }

  private static boolean rests(Plan plan) {
    return plan.decision() instanceof NoOp;
  }

  private static Plan shown(ClusterState clusterState, Plan plan, List<HeldBack> heldBack) {
    Phase phase = Phases.of(clusterState, plan);
    List<Condition> conditions = Conditions.of(clusterState, plan, heldBack);
    Status status = digested(clusterState, plan).showing(phase, conditions);
    Status held = HoldersAgain.of(clusterState, status);
    Status remembered =
        summary(clusterState, plan.decision()).map(held::withLastDecision).orElse(held);
    RestartEvents restarts = RestartEvents.seen(clusterState);
    return new Plan(
        plan.decision(),
        reaching(clusterState, plan.decision(), remembered.withRestarts(restarts.told())),
        plan.heartbeatEvidence(),
        restarts.events());
  }

  /** What changes something may change the catalogue: the next look reads all of it. */
  private static Status digested(ClusterState clusterState, Plan plan) {
    MaintenanceLane tasks = plan.status().tasks();
    Optional<CatalogueDigest> digest =
        plan.decision().changes() ? Optional.empty() : CatalogueDigests.next(clusterState.view());
    return plan.status().withTasks(tasks.withBucket(tasks.bucket().withCatalogue(digest)));
  }

  /** How far the cluster went moves all the time: it is kept whenever the status is written. */
  private static Status reaching(ClusterState clusterState, Decision decision, Status next) {
    return decision.changes() || !next.equals(clusterState.view().status())
        ? next.withData(next.data().reaching(RevisionsSeen.reached(clusterState)))
        : next;
  }

  private static Optional<DecisionSummary> summary(ClusterState clusterState, Decision decision) {
    return Optional.of(decision)
        .filter(Decision::changes)
        .map(
            changing ->
                new DecisionSummary(
                    changing.code(),
                    changing.reason().code(),
                    changing.reason().message(),
                    clusterState.view().observedAt()));
  }
}
