package io.quorate.controller.decision;

import io.quorate.controller.view.ClusterView;
import io.quorate.model.InstanceId;
import io.quorate.state.Lineage;
import io.quorate.state.Status;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What one turn does about one cluster; at most one thing. All that is asked of a decision is here,
 * so that a new one is one more file, its name in the permits clause, and a line in
 * docs/intents.md.
 */
public sealed interface Decision
    permits NoOp,
        Halt,
        CommitBootstrap,
        AdvanceRecovery,
        CommitRecovery,
        FinalizeBootstrap,
        StartCommand,
        CancelCommand,
        CloseCommand,
        RecordTermination,
        TerminateInstance,
        TerminateAtEc2,
        RequestReplacement,
        ReplaceNode,
        AnswerHook,
        ExtendHook,
        AnswerRequest,
        PruneRequests,
        PruneInstances,
        ExpireSnapshots,
        DeleteSnapshot,
        SyncCatalogue,
        RecordAgreement,
        SweepOrphans,
        IssueCertificates,
        IssueClientCertificate,
        MakeTokenKey,
        ChangeRecords {
  /** Stable and in capitals: what the journal, the status and screens call it. */
  String code();

  /** Why. */
  Reason reason();

  /** What a turn would do, to follow "it would". */
  String summary();

  /** The values of what would be written, told or called, by name; empty where there are none. */
  default Map<String, Object> values() {
    return Map.of();
  }

  /** Whether it changes the cluster's records; otherwise it changes only what the status shows. */
  default boolean changes() {
    return true;
  }

  /**
   * The instance that it terminates while that may still live. All heartbeats that such a decision
   * rests on, but that instance's own, have to be written in the turn that decides.
   */
  default Optional<InstanceId> terminates() {
    return Optional.empty();
  }

  /**
   * What it writes besides the status and the journal entry, each only over what was read.
   *
   * @param next the status that is written in the same transaction
   * @throws IllegalStateException when the status does not allow it: a fault of the planner
   */
  default DecisionWrites writes(ClusterView view, Status next) {
    return DecisionWrites.of(List.of());
  }

  /**
   * Whether it may be taken on what Auto Scaling and EC2 told several clusters' turns at once, some
   * seconds ago (ADR 50). Whatever may end, stop or delete something is not: its turn asks them
   * itself, and decides again.
   */
  default boolean mayRestOnBulk(ClusterView view) {
    return false;
  }

  /** The reason as the journal keeps it. */
  default Reason journalled() {
    return reason();
  }

  /** What has to be done outside the tables before the transaction. */
  default Optional<Prerequisite> prerequisite() {
    return Optional.empty();
  }

  /** What has to be signed before the transaction, which records it. */
  default Optional<CertificateOrder> certificates() {
    return Optional.empty();
  }

  /** What is done in the cloud after the transaction, while the turn has time. */
  default Optional<CloudEffect> effect() {
    return Optional.empty();
  }

  /**
   * The lineage that it leaves, where the next decision rests on nothing else and needs no other
   * look.
   */
  default Optional<Lineage> leaves(ClusterView view) {
    return Optional.empty();
  }
}
