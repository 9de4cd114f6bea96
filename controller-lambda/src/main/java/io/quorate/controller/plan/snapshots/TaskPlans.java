package io.quorate.controller.plan.snapshots;

import io.quorate.controller.decision.HeartbeatVersion;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.decision.RequestChange;
import io.quorate.controller.decision.StartTask;
import io.quorate.controller.plan.state.ClusterState;
import io.quorate.controller.view.ClusterView;
import io.quorate.controller.view.ObservedNode;
import io.quorate.instruction.InstructionHeader;
import io.quorate.model.InstanceId;
import io.quorate.request.Request;
import io.quorate.snapshot.SnapshotId;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.state.OldLog;
import io.quorate.state.OpenTask;
import io.quorate.task.TakeSnapshot;
import io.quorate.task.Task;
import io.quorate.task.TaskKind;
import io.quorate.task.UploadDirectory;
import io.quorate.task.VerifySnapshot;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Makes the plans that start a task: the task, its line in the status, its evidence. */
public final class TaskPlans {
  private static final Duration TAKE_AT_LEAST = Duration.ofMinutes(10);
  private static final Duration VERIFY_AT_LEAST = Duration.ofMinutes(15);
  private static final Duration UPLOAD_WITHIN = Duration.ofHours(2);
  private static final long BYTES_PER_SECOND = 2L << 20;

  private TaskPlans() {}

  /** Tells a node to take a snapshot. */
  public static Plan take(
      ClusterState clusterState, ObservedNode node, Reason reason, Optional<Request> request) {
    ClusterView view = clusterState.view();
    SnapshotId id = mint(clusterState);
    long size = ClusterState.statusOf(node).dbSizeBytes();
    TakeSnapshot task =
        new TakeSnapshot(
            header(view, TaskKind.TAKE_SNAPSHOT, node.heartbeat().instance()),
            id,
            request.map(Request::by).orElse("scheduled"),
            TAKE_AT_LEAST.plusSeconds(size / BYTES_PER_SECOND));
    return start(clusterState, node, task, id.value(), reason.and("snapshot", id), request);
  }

  /** Tells a node to verify a snapshot. */
  public static Plan verify(
      ClusterState clusterState,
      ObservedNode node,
      SnapshotRecord snapshot,
      Reason reason,
      Optional<Request> request) {
    VerifySnapshot task =
        new VerifySnapshot(
            header(clusterState.view(), TaskKind.VERIFY_SNAPSHOT, node.heartbeat().instance()),
            snapshot.id(),
            VERIFY_AT_LEAST.plusSeconds(3 * snapshot.manifest().sizeBytes() / BYTES_PER_SECOND));
    return start(
        clusterState,
        node,
        task,
        snapshot.id().value(),
        reason.and("snapshot", snapshot.id()),
        request);
  }

  /** Tells the node that has a divergent directory to upload it. */
  public static Plan upload(ClusterState clusterState, OldLog old) {
    ObservedNode node = DirectoryUploads.node(clusterState, old).orElseThrow();
    String key = DirectoryUploads.key(clusterState, old);
    UploadDirectory task =
        new UploadDirectory(
            header(clusterState.view(), TaskKind.UPLOAD_DIRECTORY, old.instance()),
            old.log().directory(),
            key,
            UPLOAD_WITHIN);
    Reason reason =
        Reason.of(
                "DIRECTORY_DIVERGENT",
                "directory "
                    + old.log().directory()
                    + " of generation "
                    + old.log().generation()
                    + " holds more than was recovered, and only "
                    + old.instance()
                    + " has it")
            .and("key", key);
    return start(clusterState, node, task, key, reason, Optional.empty());
  }

  private static SnapshotId mint(ClusterState clusterState) {
    ClusterView view = clusterState.view();
    Catalogue catalogue = Catalogue.of(clusterState);
    int salt = view.nonce().hashCode();
    SnapshotId id = SnapshotId.of(view.observedAt(), view.lineage().generation(), salt);
    for (int more = 1; catalogue.find(id).isPresent() && more < 16; more++) {
      id = SnapshotId.of(view.observedAt(), view.lineage().generation(), salt + more);
    }
    return id;
  }

  private static Plan start(
      ClusterState clusterState,
      ObservedNode node,
      Task task,
      String subject,
      Reason reason,
      Optional<Request> request) {
    ClusterView view = clusterState.view();
    OpenTask open =
        new OpenTask(
            task.header().id(),
            task.kind(),
            task.header().executor(),
            subject,
            request.map(Request::id),
            view.observedAt(),
            view.observedAt().plus(task.deadline()),
            false);
    return new Plan(
        new StartTask(reason, task, request.map(asked -> takenUp(asked, task, subject))),
        clusterState.status().withTasks(clusterState.status().tasks().opening(open)),
        Map.of(task.header().executor(), HeartbeatVersion.of(node.heartbeat())));
  }

  private static RequestChange takenUp(Request request, Task task, String subject) {
    return new RequestChange(
        request,
        request.in(
            Request.State.TAKEN_UP,
            task.header().executor() + " was told",
            Map.of(
                "task", task.header().id(),
                "snapshot", subject,
                "executor", task.header().executor().value())));
  }

  private static InstructionHeader header(ClusterView view, TaskKind kind, InstanceId executor) {
    String id =
        kind.name().toLowerCase(Locale.ROOT).replace('_', '-')
            + "-"
            + view.token()
            + "-"
            + view.nonce();
    return new InstructionHeader(
        id,
        executor,
        view.lineage().uid(),
        view.lineage().generation(),
        view.token(),
        view.observedAt());
  }
}
