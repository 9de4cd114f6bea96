package io.quorate.codec;

import io.quorate.instruction.InstructionHeader;
import io.quorate.instruction.InstructionSlot;
import io.quorate.instruction.Outcome;
import io.quorate.model.ClusterUid;
import io.quorate.model.FencingToken;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.snapshot.SnapshotId;
import io.quorate.task.TakeSnapshot;
import io.quorate.task.Task;
import io.quorate.task.TaskKind;
import io.quorate.task.TaskOutcome;
import io.quorate.task.TaskSlot;
import io.quorate.task.UploadDirectory;
import io.quorate.task.VerifySnapshot;
import java.time.Duration;
import java.util.Map;

/**
 * A node's task slot, a task's attributes beside the slot's, and how a task ended. Conditions rest
 * on {@code taskId} and {@code slotState}.
 */
public final class TaskCodec {
  private TaskCodec() {}

  /** The slot's attributes. */
  public static Map<String, Object> write(TaskSlot slot) {
    InstructionHeader header = slot.task().header();
    Tree.Builder tree =
        Schema.builder()
            .with("slotState", slot.state())
            .with("taskId", header.id())
            .with("kind", slot.task().kind())
            .with("executor", header.executor())
            .with("uid", header.uid())
            .with("generation", header.generation().value())
            .with("token", header.token().value())
            .with("issuedAt", header.issuedAt())
            .with("deadlineMillis", slot.task().deadline().toMillis());
    return switch (slot.task()) {
      case TakeSnapshot take ->
          tree.with("snapshot", take.snapshot()).with("because", take.because()).build();
      case VerifySnapshot verify -> tree.with("snapshot", verify.snapshot()).build();
      case UploadDirectory upload ->
          tree.with("directory", upload.directory()).with("key", upload.key()).build();
    };
  }

  /** Reads the slot. */
  public static TaskSlot read(Map<String, Object> attributes, String where) {
    return Schema.read(
        attributes,
        where,
        tree -> new TaskSlot(task(tree), tree.constant("slotState", InstructionSlot.State.class)));
  }

  private static Task task(Tree tree) {
    InstructionHeader header =
        new InstructionHeader(
            tree.string("taskId"),
            tree.value("executor", InstanceId::new),
            tree.value("uid", ClusterUid::new),
            new Generation(tree.number("generation")),
            new FencingToken(tree.number("token")),
            tree.instant("issuedAt"));
    Duration deadline = Duration.ofMillis(tree.number("deadlineMillis"));
    return switch (tree.constant("kind", TaskKind.class)) {
      case TAKE_SNAPSHOT ->
          new TakeSnapshot(
              header, tree.value("snapshot", SnapshotId::new), tree.string("because"), deadline);
      case VERIFY_SNAPSHOT ->
          new VerifySnapshot(header, tree.value("snapshot", SnapshotId::new), deadline);
      case UPLOAD_DIRECTORY ->
          new UploadDirectory(header, tree.string("directory"), tree.string("key"), deadline);
    };
  }

  /** How a task ended, as the heartbeat and the agent's journal hold it. */
  public static Map<String, Object> outcome(TaskOutcome outcome) {
    return Tree.builder()
        .with("taskId", outcome.taskId())
        .with("attempt", outcome.attempt())
        .with("kind", outcome.kind())
        .with("result", outcome.result())
        .with("detail", outcome.detail())
        .with("values", outcome.values())
        .build();
  }

  /** Reads how a task ended. */
  public static TaskOutcome outcome(Tree tree) {
    return new TaskOutcome(
        tree.string("taskId"),
        tree.number("attempt"),
        tree.constant("kind", TaskKind.class),
        tree.constant("result", Outcome.Result.class),
        tree.string("detail"),
        tree.tree("values").values());
  }
}
