package io.quorate.simulation.invariant.instances;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.execution.DataVerdict;
import io.quorate.agent.execution.JournalMember;
import io.quorate.etcdmodel.ModelDirectory;
import io.quorate.simulation.invariant.judge.Invariant;
import io.quorate.simulation.invariant.judge.TableRecords;
import io.quorate.simulation.invariant.judge.Voters;
import io.quorate.simulation.node.SimNode;
import io.quorate.simulation.world.SimCluster;
import io.quorate.simulation.world.SimWorld;
import io.quorate.state.MemberIdentity;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * I5: no agent gives up a disk that nobody harmed: neither as damaged, foreign or rolled back, nor
 * as lost while its member's data is there; and none, harmed or not, as removed while the newest
 * leader counts its voter, or as superseded while the record is of no later generation. A false
 * verdict costs a voter, and several a quorum.
 */
public final class VerdictsTrue implements Invariant {
  private final SimCluster simCluster;
  private final SimWorld world;
  private final Voters voters;
  private final Set<SimNode> judged = new HashSet<>();

  public VerdictsTrue(SimWorld world, SimCluster simCluster, Voters voters) {
    this.world = world;
    this.simCluster = simCluster;
    this.voters = voters;
  }

  @Override
  public String name() {
    return "I5 VERDICTS_TRUE";
  }

  @Override
  public Optional<String> broken() {
    for (SimNode node : simCluster.fleet().nodes()) {
      Optional<DataVerdict> verdict =
          node.machine().journal().flatMap(AgentJournal::verdict).filter(v -> judged.add(node));
      if (verdict.isPresent() && isFalse(verdict.get(), node)) {
        return Optional.of(
            node.machine().instance().id()
                + " concludes "
                + verdict.get()
                + ", but that is not so");
      }
    }
    return Optional.empty();
  }

  private boolean isFalse(DataVerdict verdict, SimNode node) {
    boolean harmed = node.machine().harmed();
    return switch (verdict.state()) {
      case ROLLED_BACK, DAMAGED, FOREIGN -> !harmed;
      case LOST ->
          !harmed
              && node.machine()
                  .journalOnDisk()
                  .memberData()
                  .flatMap(ModelDirectory::summary)
                  .isPresent();
      case REMOVED -> member(node).filter(this::stillVotes).isPresent();
      case SUPERSEDED -> !laterRecorded(node);
      case NONE, INTACT -> false;
    };
  }

  private static Optional<MemberIdentity> member(SimNode node) {
    return node.machine().journal().flatMap(AgentJournal::member).map(JournalMember::identity);
  }

  /** Where most disks were lost or set back, a removal may be forgotten again. */
  private boolean stillVotes(MemberIdentity member) {
    return voters.now().contains(member.memberId())
        && !voters.majorityLost()
        && !voters.logsMayDiffer();
  }

  private boolean laterRecorded(SimNode node) {
    Key key = Keys.lineage(simCluster.name());
    return Optional.ofNullable(world.store().tables().read(List.of(key)).get(key))
        .flatMap(TableRecords::lineage)
        .filter(
            lineage ->
                member(node).filter(m -> m.generation().before(lineage.generation())).isPresent())
        .isPresent();
  }
}
