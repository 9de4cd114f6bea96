package io.quorate.controller.act;

import io.quorate.controller.decision.Reason;
import io.quorate.model.ClusterName;
import io.quorate.state.Bootstrap;
import io.quorate.state.Condition;
import io.quorate.state.Lineage;
import io.quorate.state.LostBootstrap;
import io.quorate.state.MirroredGeneration;
import io.quorate.state.Status;
import io.quorate.store.LineageMirror;
import io.quorate.store.RecordStore;
import io.quorate.store.StoreUnavailableException;
import io.quorate.store.WriteResult;
import java.util.List;
import java.util.Optional;

/**
 * Records a committed bootstrap in the lineage mirror before it is made final. A mirror that holds
 * something else halts the cluster.
 */
final class BootstrapMirror {
  private final RecordStore store;
  private final LineageMirror mirror;

  BootstrapMirror(RecordStore store, LineageMirror mirror) {
    this.store = store;
    this.mirror = mirror;
  }

  /**
   * Records it; harmless to repeat.
   *
   * @return what the decision came to instead, where the mirror holds something else
   */
  Optional<CommitResult> record(TurnContext context, Bootstrap bootstrap) {
    return differs(context, bootstrap, write(context, bootstrap));
  }

  /**
   * Records all generations of a lineage, the current one first: if that one is another cluster's,
   * no ancestor is written. Harmless to repeat.
   *
   * @return what the decision came to instead, where the mirror holds something else
   */
  Optional<CommitResult> record(TurnContext context, Lineage lineage) {
    ClusterName cluster = context.view().cluster();
    MirroredGeneration current = lineage.bootstrap().orElseThrow();
    Optional<CommitResult> differs =
        differs(
            context,
            current,
            mirror.record(cluster, lineage.uid(), lineage.bootstrap().orElseThrow()));
    for (LostBootstrap ancestor : lineage.withoutBootstrap()) {
      if (differs.isEmpty()) {
        differs = differs(context, ancestor, mirror.recordLost(cluster, lineage.uid(), ancestor));
      }
    }
    return differs;
  }

  private Optional<CommitResult> differs(
      TurnContext context, MirroredGeneration wanted, LineageMirror.Result result) {
    return switch (result) {
      case LineageMirror.Result.Recorded recorded -> Optional.empty();
      case LineageMirror.Result.OtherCluster other ->
          Optional.of(
              halt(
                  context,
                  Condition.Type.ARCHIVE_FOREIGN,
                  "the lineage mirror holds cluster UID "
                      + other.uid()
                      + " under the name "
                      + context.view().cluster()
                      + ", the table "
                      + context.view().lineage().uid()
                      + ": apply under another name, or archive the old cluster's objects"));
      case LineageMirror.Result.OtherBootstrap other ->
          Optional.of(
              halt(
                  context,
                  Condition.Type.TABLE_ROLLED_BACK,
                  "the lineage mirror holds another bootstrap of generation "
                      + wanted.generation()
                      + " (nonce "
                      + other.nonce()
                      + ", the table's is "
                      + LineageMirror.Result.OtherBootstrap.of(wanted).nonce()
                      + "): the table was restored or emptied; restore the newer one"));
    };
  }

  /**
   * A mirror that refuses writes may keep doing so: a condition shows it, and the turn fails and is
   * repeated.
   */
  private LineageMirror.Result write(TurnContext context, Bootstrap bootstrap) {
    try {
      return mirror.record(context.view().cluster(), context.view().lineage().uid(), bootstrap);
    } catch (StoreUnavailableException e) {
      Status read = context.view().status();
      if (read.conditions().stream().noneMatch(c -> c.type() == Condition.Type.BOOTSTRAP_STALLED)) {
        String why =
            "the lineage mirror does not take the bootstrap, which waits for it: " + e.getMessage();
        Condition stalled =
            new Condition(Condition.Type.BOOTSTRAP_STALLED, why, context.view().observedAt());
        store.transact(
            new WriteSet(context)
                .withStatus(read.showing(read.phase(), List.of(stalled)))
                .journalled(Reason.of("BOOTSTRAP_STALLED", why))
                .parts());
      }
      throw e;
    }
  }

  private CommitResult halt(TurnContext context, Condition.Type type, String message) {
    Status read = context.view().status();
    Status halted = HaltAction.halted(read, type, message, context.view().observedAt());
    CommitResult result = new CommitResult.Halted(type, message);
    if (halted.equals(read)) {
      return result;
    }
    return switch (store.transact(
        new WriteSet(context)
            .withStatus(halted)
            .journalled(Reason.of(type.name(), message))
            .parts())) {
      case WriteResult.Written written -> result;
      case WriteResult.Refused refused -> new CommitResult.Refused(refused.keys());
    };
  }
}
