package io.quorate.controller.decision;

import io.quorate.codec.Tree;
import io.quorate.command.CommandSlot;
import io.quorate.controller.view.ClusterView;
import io.quorate.recovery.Recovery;
import io.quorate.state.Bootstrap;
import io.quorate.state.GenerationSource;
import io.quorate.state.Status;
import io.quorate.store.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Records the next generation, and that the lost one is over, in one transaction: the lineage, the
 * recovery, the status with its operation and task closed, every slot that is not closed, and that
 * the source may still be used. The heartbeats that prove everyone gone are checked with it.
 */
public record CommitRecovery(Reason reason, Recovery next, Bootstrap bootstrap)
    implements Decision {
  @Override
  public String code() {
    return "COMMIT_RECOVERY";
  }

  @Override
  public String summary() {
    return "record generation "
        + bootstrap.generation()
        + ", restored from snapshot "
        + source().snapshot()
        + ", to begin on "
        + bootstrap.voters().getFirst().instance();
  }

  @Override
  public Map<String, Object> values() {
    return Tree.builder()
        .with("recovery", next.id())
        .with("source", source().snapshot())
        .with("forkRevision", source().forkRevision())
        .with("targetRevision", source().targetRevision())
        .with("generation", bootstrap.generation().value())
        .with("clusterToken", bootstrap.clusterToken())
        .with("seeder", bootstrap.voters().getFirst().instance())
        .build();
  }

  @Override
  public DecisionWrites writes(ClusterView view, Status after) {
    if (after.operation().isPresent() || after.tasks().open().isPresent()) {
      throw new IllegalStateException(
          "generation " + bootstrap.generation() + " would begin with " + after.operation());
    }
    List<Write> writes = new ArrayList<>();
    writes.add(LineageWrites.replace(view, view.lineage().reseeding(bootstrap)));
    writes.add(RecoveryWrites.replace(view, next));
    writes.add(RecoveryWrites.usable(view, next));
    Stream.of(view.slots(), view.records().taskSlots())
        .flatMap(slots -> slots.values().stream())
        .filter(slot -> slot.state() != CommandSlot.State.CLOSED)
        .forEach(slot -> writes.add(SlotWrites.close(view.cluster(), slot, view.observedAt())));
    return DecisionWrites.of(writes);
  }

  private GenerationSource source() {
    return bootstrap.source().orElseThrow();
  }
}
