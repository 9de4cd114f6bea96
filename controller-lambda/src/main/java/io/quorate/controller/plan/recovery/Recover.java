package io.quorate.controller.plan.recovery;

import io.quorate.controller.decision.AdvanceRecovery;
import io.quorate.controller.decision.CommitRecovery;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.TerminateAtEc2;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.PlanChoice;
import io.quorate.controller.plan.facts.Rule;
import io.quorate.controller.plan.instances.TerminationPlans;
import io.quorate.state.Bootstrap;
import io.quorate.state.DataHolders;
import io.quorate.state.Holder;
import io.quorate.state.InitialMember;
import io.quorate.state.Status;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * Brings a cluster back whose data is lost everywhere, from a snapshot, as the next generation; see
 * {@link RecoveryPlanner}. While a recovery runs everything below it rests, membership changes and
 * tasks alike. One that has not begun holds up nothing.
 */
public final class Recover implements Rule {
  @Override
  public String code() {
    return "RECOVER";
  }

  @Override
  public boolean restsForEverything() {
    return true;
  }

  /** What was begun is finished; the machine itself begins none. */
  @Override
  public boolean heldByPause(ClusterState clusterState, Plan plan) {
    return false;
  }

  @Override
  public Optional<Plan> consider(ClusterState clusterState) {
    return switch (RecoveryPlanner.next(clusterState)) {
      case RecoveryStep.None none -> Optional.empty();
      case RecoveryStep.Waits waits ->
          waits.begun()
              ? Optional.of(PlanChoice.rest(clusterState, waits.reason()))
              : Optional.empty();
      case RecoveryStep.Runs runs -> Optional.of(PlanChoice.rest(clusterState, runs.reason()));
      case RecoveryStep.Advance advance ->
          Optional.of(
              new Plan(
                  new AdvanceRecovery(
                      advance.reason(), advance.next(), advance.snapshot(), Optional.empty()),
                  clusterState.status(),
                  Map.of()));
      case RecoveryStep.Intend intend ->
          Optional.of(TerminationPlans.intend(clusterState, intend.instance(), intend.reason()));
      case RecoveryStep.Terminate terminate -> Optional.of(terminated(clusterState, terminate));
      case RecoveryStep.Commit commit ->
          Optional.of(
              new Plan(
                  new CommitRecovery(commit.reason(), commit.next(), commit.bootstrap()),
                  committed(clusterState.status(), commit.bootstrap(), clusterState),
                  commit.evidence()));
    };
  }

  private static Plan terminated(ClusterState clusterState, RecoveryStep.Terminate terminate) {
    Status read = clusterState.status();
    Instant now = clusterState.view().observedAt();
    return new Plan(
        new TerminateAtEc2(terminate.reason(), terminate.intent()),
        read.withTerminations(
            read.terminations().stream()
                .map(each -> each.equals(terminate.intent()) ? each.asked(now) : each)
                .toList()),
        Map.of());
  }

  /** What was open in the lost generation is closed; the seeder is recorded before it has data. */
  private static Status committed(Status read, Bootstrap next, ClusterState clusterState) {
    InitialMember seeder = next.voters().getFirst();
    DataHolders holders =
        read.data()
            .with(
                seeder.instance(),
                new Holder(next.generation(), seeder.diskId(), clusterState.view().observedAt()));
    Status closed = read.operation().map(open -> read.closing(open.commandId())).orElse(read);
    return closed.withTasks(read.tasks().ofNextGeneration()).withData(holders);
  }
}
