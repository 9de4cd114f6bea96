package io.quorate.simulation.invariant;

import io.quorate.etcdmodel.MemberView;
import io.quorate.instruction.Instruction;
import io.quorate.instruction.Outcome;
import io.quorate.model.MemberId;
import io.quorate.simulation.run.SimCluster;
import io.quorate.simulation.run.SimWorld;
import io.quorate.simulation.store.StoreModel;
import io.quorate.state.Heartbeat;
import io.quorate.state.MemberIdentity;
import io.quorate.store.Table;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * I3: a node that reports a join done is a voter, and one that reports a removal done removed its
 * target, by what a settled leader counts.
 */
final class OutcomesTrue extends EventInvariant {
  private final SimCluster simCluster;
  private final Instructed instructed;
  private final Set<String> judged = new HashSet<>();
  private final Set<MemberId> everVoted = new HashSet<>();

  OutcomesTrue(SimWorld world, SimCluster simCluster, Instructed instructed) {
    super("I3 OUTCOMES_TRUE", world);
    this.simCluster = simCluster;
    this.instructed = instructed;
    world.store().onWrite(this::written);
  }

  @Override
  public Optional<String> broken() {
    simCluster.leader().ifPresent(leader -> everVoted.addAll(leader.voters()));
    return super.broken();
  }

  private void written(StoreModel.Written done) {
    done.puts(Table.NODES, simCluster.name().value()).stream()
        .flatMap(item -> TableRecords.row(item).stream())
        .forEach(this::judge);
  }

  private void judge(Heartbeat row) {
    Optional<Outcome> done =
        row.outcome().filter(outcome -> outcome.result() == Outcome.Result.DONE);
    Optional<MemberView> leader = simCluster.leader().filter(MemberView::settled);
    if (done.isEmpty() || leader.isEmpty() || !judged.add(done.get().instructionId())) {
      return;
    }
    Set<MemberId> voters = leader.get().voters();
    switch (done.get().kind()) {
      case JOIN ->
          row.identity()
              .map(MemberIdentity::memberId)
              .filter(member -> !voters.contains(member) && !everVoted.contains(member))
              .ifPresent(member -> breaks(row, done.get(), member + " never voted"));
      case RESTART_MEMBER ->
          row.identity()
              .map(MemberIdentity::memberId)
              .filter(member -> !voters.contains(member) && !everVoted.contains(member))
              .ifPresent(member -> breaks(row, done.get(), member + " never voted"));
      case REMOVE_MEMBER, LEAVE ->
          target(done.get())
              .filter(voters::contains)
              .ifPresent(member -> breaks(row, done.get(), member + " still votes"));
    }
  }

  private Optional<MemberId> target(Outcome outcome) {
    return instructed.slots().values().stream()
        .filter(slot -> slot.id().equals(outcome.instructionId()))
        .map(slot -> slot.held().instruction())
        .findFirst()
        .flatMap(Instruction::removes);
  }

  private void breaks(Heartbeat row, Outcome outcome, String why) {
    breaks(row.instance() + " reports " + outcome + ", but " + why);
  }
}
