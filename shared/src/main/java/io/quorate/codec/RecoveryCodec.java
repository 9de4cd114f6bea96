package io.quorate.codec;

import io.quorate.model.ClusterUid;
import io.quorate.model.FencingToken;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.recovery.Approval;
import io.quorate.recovery.CommittedGeneration;
import io.quorate.recovery.PassedOver;
import io.quorate.recovery.Recovery;
import io.quorate.recovery.RecoverySource;
import io.quorate.recovery.RecoveryTrial;
import io.quorate.recovery.Salvage;
import io.quorate.snapshot.SnapshotId;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** The record {@code recovery}. Conditions rest on {@code recoveryId} and {@code recoveryState}. */
public final class RecoveryCodec {
  private static final String NO_OTHER_HOLDER = "noOtherHolder";

  private RecoveryCodec() {}

  /** The record's attributes. */
  public static Map<String, Object> write(Recovery recovery) {
    Tree.Builder holders = Tree.builder();
    new TreeMap<>(recovery.holders())
        .forEach((instance, proof) -> holders.with(instance.value(), proof));
    Tree.Builder record =
        Schema.builder(version(recovery))
            .with("recoveryId", recovery.id())
            .with("recoveryState", recovery.state())
            .with("uid", recovery.uid())
            .with("generation", recovery.generation().value())
            .with("token", recovery.token().value())
            .with("action", recovery.action())
            .with("since", recovery.since())
            .with("stateSince", recovery.stateSince())
            .with("holders", holders.build())
            .withOptional("source", recovery.source().map(RecoveryCodec::source))
            .with("passedOver", recovery.passedOver().stream().map(RecoveryCodec::passed).toList())
            .withOptional("trial", recovery.trial().map(RecoveryCodec::trial))
            .withOptional("tryAfter", recovery.tryAfter())
            .withOptional("committed", recovery.committed().map(RecoveryCodec::committed))
            .withOptional("approval", recovery.approval().map(RecoveryCodec::approval))
            .withOptional("note", recovery.note());
    if (!recovery.salvages().isEmpty()) {
      record.with("salvages", recovery.salvages().stream().map(RecoveryCodec::salvage).toList());
    }
    return record.build();
  }

  /** Reads the record. */
  public static Recovery read(Map<String, Object> attributes, String where) {
    return Schema.read(attributes, where, Schema.RECOVERY_WITH_APPROVAL, RecoveryCodec::recovery);
  }

  private static Recovery recovery(Tree tree) {
    Tree proofs = tree.tree("holders");
    Map<InstanceId, String> holders = new HashMap<>();
    proofs.values().keySet().forEach(id -> holders.put(new InstanceId(id), proofs.string(id)));
    return new Recovery(
        tree.string("recoveryId"),
        tree.value("uid", ClusterUid::new),
        new Generation(tree.number("generation")),
        new FencingToken(tree.number("token")),
        tree.constant("action", Recovery.Action.class),
        tree.constant("recoveryState", Recovery.State.class),
        tree.instant("since"),
        tree.instant("stateSince"),
        holders,
        tree.optionalTree("source").map(RecoveryCodec::source),
        tree.trees("passedOver").stream().map(RecoveryCodec::passed).toList(),
        tree.optionalTree("trial").map(RecoveryCodec::trial),
        tree.optionalInstant("tryAfter"),
        tree.optionalTree("committed").map(RecoveryCodec::committed),
        tree.trees("salvages").stream().map(RecoveryCodec::salvage).toList(),
        tree.optionalTree("approval").map(RecoveryCodec::approval),
        tree.optionalString("note"));
  }

  private static long version(Recovery recovery) {
    return recovery.approval().isPresent() ? Schema.RECOVERY_WITH_APPROVAL : Schema.VERSION;
  }

  private static Map<String, Object> approval(Approval approval) {
    Tree.Builder ends = Tree.builder();
    approval.ends().forEach((instance, end) -> ends.with(instance.value(), end));
    Tree.Builder written =
        Tree.builder()
            .with("hash", approval.hash())
            .with("by", approval.by())
            .with("at", approval.at())
            .with("ends", ends.build())
            .withOptional("source", approval.source().map(RecoveryCodec::source));
    return approval.noOtherHolder() ? written.with(NO_OTHER_HOLDER, true).build() : written.build();
  }

  private static Approval approval(Tree tree) {
    Tree told = tree.tree("ends");
    Map<InstanceId, Approval.End> ends = new TreeMap<>();
    told.values()
        .keySet()
        .forEach(id -> ends.put(new InstanceId(id), told.constant(id, Approval.End.class)));
    return new Approval(
        tree.string("hash"),
        tree.string("by"),
        tree.instant("at"),
        ends,
        tree.optionalTree("source").map(RecoveryCodec::source),
        tree.values().containsKey(NO_OTHER_HOLDER) && tree.flag(NO_OTHER_HOLDER));
  }

  private static Map<String, Object> source(RecoverySource source) {
    return Tree.builder()
        .with("snapshot", source.snapshot())
        .with("sha256", source.sha256())
        .with("revision", source.revision())
        .with("takenAt", source.takenAt())
        .build();
  }

  private static RecoverySource source(Tree tree) {
    return new RecoverySource(
        tree.value("snapshot", SnapshotId::new),
        tree.string("sha256"),
        tree.number("revision"),
        tree.instant("takenAt"));
  }

  private static Map<String, Object> passed(PassedOver passed) {
    return Tree.builder()
        .with("snapshot", passed.snapshot())
        .with("because", passed.because())
        .build();
  }

  private static PassedOver passed(Tree tree) {
    return new PassedOver(tree.value("snapshot", SnapshotId::new), tree.string("because"));
  }

  private static Map<String, Object> salvage(Salvage salvage) {
    return Tree.builder()
        .with("number", salvage.number())
        .with("instance", salvage.instance())
        .with("snapshot", salvage.snapshot())
        .with("since", salvage.since())
        .with("state", salvage.state())
        .with("detail", salvage.detail())
        .build();
  }

  private static Salvage salvage(Tree tree) {
    return new Salvage(
        tree.number("number"),
        tree.value("instance", InstanceId::new),
        tree.value("snapshot", SnapshotId::new),
        tree.instant("since"),
        tree.constant("state", Salvage.State.class),
        tree.string("detail"));
  }

  private static Map<String, Object> trial(RecoveryTrial trial) {
    return Tree.builder()
        .with("number", trial.number())
        .with("candidate", trial.candidate())
        .with("since", trial.since())
        .withOptional("failed", trial.failed())
        .build();
  }

  private static RecoveryTrial trial(Tree tree) {
    return new RecoveryTrial(
        tree.number("number"),
        tree.value("candidate", InstanceId::new),
        tree.instant("since"),
        tree.optionalString("failed"));
  }

  private static Map<String, Object> committed(CommittedGeneration committed) {
    return Tree.builder()
        .with("generation", committed.generation().value())
        .with("sourceRevision", committed.sourceRevision())
        .with("revisionSeen", committed.revisionSeen())
        .with("targetRevision", committed.targetRevision())
        .build();
  }

  private static CommittedGeneration committed(Tree tree) {
    return new CommittedGeneration(
        new Generation(tree.number("generation")),
        tree.number("sourceRevision"),
        tree.number("revisionSeen"),
        tree.number("targetRevision"));
  }
}
