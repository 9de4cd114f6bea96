package io.quorate.simulation.invariant;

import io.quorate.etcdmodel.MemberView;
import io.quorate.instruction.InstructionSlot;
import io.quorate.instruction.JoinCluster;
import io.quorate.instruction.LeaveCluster;
import io.quorate.instruction.RemoveMember;
import io.quorate.instruction.RestartMember;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.simulation.run.SimCluster;
import io.quorate.simulation.run.SimWorld;
import io.quorate.simulation.store.StoreModel;
import java.util.HashSet;
import java.util.Set;

/**
 * I9: who has left goes. Once its member was removed, a node that was told to leave is not told to
 * join: its termination may be on its way, and would end a voter. Nobody is told to leave while the
 * group wishes for as many as there are, nor beside a learner. What a restored table forgot is not
 * judged.
 */
final class LeaversGo extends EventInvariant {
  private final SimCluster simCluster;
  private final Set<InstanceId> left = new HashSet<>();

  LeaversGo(SimWorld world, SimCluster simCluster, Instructed instructed) {
    super("I9 LEAVERS_GO", world);
    this.simCluster = simCluster;
    instructed.onClosed(this::closed);
    world.store().onReplaced(left::clear);
  }

  private void closed(StoreModel.Written done, InstructionSlot slot) {
    if (slot.instruction() instanceof LeaveCluster leave && !votes(leave.member())) {
      left.add(leave.header().executor());
    }
  }

  private boolean votes(MemberId member) {
    return simCluster.leader().filter(l -> l.settled() && !l.voters().contains(member)).isEmpty();
  }

  /** An instruction was issued. */
  void issued(StoreModel.Written done, InstructionSlot slot) {
    String what = done.by() + " issues " + Instructed.words(slot);
    switch (slot.instruction()) {
      case JoinCluster join -> {
        if (left.contains(join.header().executor())) {
          breaks(what + " to a node that has left");
        }
      }
      case LeaveCluster leave -> {
        simCluster
            .leader()
            .filter(MemberView::settled)
            .flatMap(leader -> leader.members().stream().filter(m -> m.learner()).findFirst())
            .ifPresent(learner -> breaks(what + " beside learner " + learner.id()));
      }
      case RemoveMember remove -> {}
      case RestartMember restart -> {}
    }
  }
}
