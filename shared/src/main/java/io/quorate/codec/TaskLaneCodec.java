package io.quorate.codec;

import io.quorate.instruction.Outcome;
import io.quorate.model.InstanceId;
import io.quorate.state.BucketUpkeep;
import io.quorate.state.BucketUse;
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
    Tree.Builder tree =
        Tree.builder()
            .withOptional("lookedAt", lane.bucket().lookedAt())
            .withOptional("lineage", lane.bucket().lineage())
            .withOptional("unreadable", lane.bucket().unreadable());
    for (BucketUse use : BucketUse.values()) {
      tree.withOptional(failing(use), lane.bucket().failing(use).map(TaskLaneCodec::failing));
    }
    return Optional.of(tree.build()).filter(map -> !map.isEmpty());
  }

  private static String failing(BucketUse use) {
    return switch (use) {
      // Once the only one there was.
      case LOOK -> "failing";
      case SNAPSHOTS -> "failingSnapshots";
      case AUTHORITIES -> "failingAuthorities";
    };
  }

  private static Map<String, Object> failing(BucketUpkeep.Failing failing) {
    return Tree.builder()
        .with("why", failing.why())
        .with("failures", failing.failures())
        .with("notBefore", failing.notBefore())
        .build();
  }

  private static BucketUpkeep bucket(Tree tree) {
    Map<BucketUse, BucketUpkeep.Failing> failures = new EnumMap<>(BucketUse.class);
    for (BucketUse use : BucketUse.values()) {
      tree.optionalTree(failing(use))
          .ifPresent(
              failing ->
                  failures.put(
                      use,
                      new BucketUpkeep.Failing(
                          failing.string("why"),
                          failing.number("failures"),
                          failing.instant("notBefore"))));
    }
    return new BucketUpkeep(
        tree.optionalInstant("lookedAt"),
        failures,
        tree.optionalString("lineage"),
        tree.optionalString("unreadable"));
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
