package io.quorate.controller.decision;

import io.quorate.codec.Tree;
import io.quorate.controller.view.ClusterView;
import io.quorate.recovery.Recovery;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.state.Status;
import io.quorate.store.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Takes the record of a recovery one transition further; nothing else of the cluster changes.
 *
 * @param next the record as it is to be
 * @param snapshot the line of the catalogue that changes with it
 * @param request the operator's request that it answers
 */
public record AdvanceRecovery(
    Reason reason,
    Recovery next,
    Optional<SnapshotRecord> snapshot,
    Optional<RequestChange> request)
    implements Decision {
  @Override
  public String code() {
    return "ADVANCE_RECOVERY";
  }

  @Override
  public String summary() {
    return "take " + next.id() + " to " + next.state();
  }

  @Override
  public Map<String, Object> values() {
    return Tree.builder()
        .with("recovery", next.id())
        .with("state", next.state())
        .withOptional("source", next.source().map(source -> source.snapshot().value()))
        .withOptional("trial", next.trialId())
        .withOptional("candidate", next.trial().map(trial -> trial.candidate()))
        .build();
  }

  @Override
  public DecisionWrites writes(ClusterView view, Status after) {
    List<Write> writes = new ArrayList<>();
    writes.add(RecoveryWrites.replace(view, next));
    if (next.state() == Recovery.State.TRIAL) {
      writes.add(RecoveryWrites.usable(view, next));
    }
    snapshot.ifPresent(line -> writes.add(RecoveryWrites.catalogue(view, line)));
    request.ifPresent(change -> writes.add(change.write(view.cluster())));
    return DecisionWrites.of(writes);
  }

  @Override
  public Reason journalled() {
    return reason.and("recovery", next.id()).and("state", next.state());
  }
}
