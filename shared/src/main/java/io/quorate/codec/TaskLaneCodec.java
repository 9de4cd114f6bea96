package io.quorate.codec;

import io.quorate.instruction.Outcome;
import io.quorate.model.InstanceId;
import io.quorate.state.BucketUpkeep;
import io.quorate.state.LastTask;
import io.quorate.state.OpenTask;
import io.quorate.state.TaskLane;
import io.quorate.task.TaskKind;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The status record's lane of tasks. */
final class TaskLaneCodec {
  private TaskLaneCodec() {}

  static Map<String, Object> open(OpenTask task) {
    return Tree.builder()
        .with("taskId", task.taskId())
        .with("kind", task.kind())
        .with("executor", task.executor())
        .with("subject", task.subject())
        .withOptional("request", task.request())
        .with("since", task.since())
        .with("deadline", task.deadline())
        .with("cancelRequested", task.cancelRequested())
        .build();
  }

  static Optional<Map<String, Object>> last(TaskLane lane) {
    Tree.Builder tree = Tree.builder();
    new TreeMap<>(lane.last())
        .forEach(
            (kind, last) ->
                tree.with(
                    kind.name(),
                    Tree.builder()
                        .with("executor", last.executor())
                        .with("at", last.at())
                        .with("result", last.result())
                        .with("detail", last.detail())
                        .with("failures", last.failures())
                        .build()));
    return Optional.of(tree.build()).filter(map -> !map.isEmpty());
  }

  static Optional<Map<String, Object>> bucket(TaskLane lane) {
    return Optional.of(
            Tree.builder()
                .withOptional("lookedAt", lane.bucket().lookedAt())
                .withOptional(
                    "failing",
                    lane.bucket()
                        .failing()
                        .map(
                            failing ->
                                Tree.builder()
                                    .with("why", failing.why())
                                    .with("failures", failing.failures())
                                    .with("notBefore", failing.notBefore())
                                    .build()))
                .withOptional("lineage", lane.bucket().lineage())
                .build())
        .filter(map -> !map.isEmpty());
  }

  private static BucketUpkeep bucket(Tree tree) {
    return new BucketUpkeep(
        tree.optionalInstant("lookedAt"),
        tree.optionalTree("failing")
            .map(
                failing ->
                    new BucketUpkeep.Failing(
                        failing.string("why"),
                        failing.number("failures"),
                        failing.instant("notBefore"))),
        tree.optionalString("lineage"));
  }

  static TaskLane read(Tree status) {
    Map<TaskKind, LastTask> last = new EnumMap<>(TaskKind.class);
    status
        .optionalTree("lastTasks")
        .ifPresent(
            tree -> {
              for (TaskKind kind : TaskKind.values()) {
                tree.optionalTree(kind.name()).ifPresent(one -> last.put(kind, last(one)));
              }
            });
    return new TaskLane(
        status.optionalTree("task").map(TaskLaneCodec::open),
        last,
        status.optionalTree("bucket").map(TaskLaneCodec::bucket).orElse(BucketUpkeep.NONE));
  }

  private static OpenTask open(Tree tree) {
    return new OpenTask(
        tree.string("taskId"),
        tree.constant("kind", TaskKind.class),
        tree.value("executor", InstanceId::new),
        tree.string("subject"),
        tree.optionalString("request"),
        tree.instant("since"),
        tree.instant("deadline"),
        tree.flag("cancelRequested"));
  }

  private static LastTask last(Tree tree) {
    return new LastTask(
        tree.value("executor", InstanceId::new),
        tree.instant("at"),
        tree.constant("result", Outcome.Result.class),
        tree.string("detail"),
        tree.number("failures"));
  }
}
