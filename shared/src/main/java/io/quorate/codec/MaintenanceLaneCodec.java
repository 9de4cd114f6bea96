package io.quorate.codec;

import io.quorate.command.CommandKind;
import io.quorate.command.Lane;
import io.quorate.command.Outcome;
import io.quorate.model.InstanceId;
import io.quorate.state.BucketUpkeep;
import io.quorate.state.BucketUse;
import io.quorate.state.LastCommand;
import io.quorate.state.MaintenanceLane;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The status record's maintenance lane. */
final class MaintenanceLaneCodec {
  private MaintenanceLaneCodec() {}

  static Optional<Map<String, Object>> last(MaintenanceLane lane) {
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

  static Optional<Map<String, Object>> bucket(MaintenanceLane lane) {
    Tree.Builder tree =
        Tree.builder()
            .withOptional("lookedAt", lane.bucket().lookedAt())
            .withOptional("lineage", lane.bucket().lineage())
            .withOptional("unreadable", lane.bucket().unreadable());
    for (BucketUse use : BucketUse.values()) {
      tree.withOptional(
          failing(use), lane.bucket().failing(use).map(MaintenanceLaneCodec::failing));
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

  static MaintenanceLane read(Tree status) {
    Map<CommandKind, LastCommand> last = new EnumMap<>(CommandKind.class);
    status
        .optionalTree("lastTasks")
        .ifPresent(
            tree -> {
              for (CommandKind kind : CommandKind.of(Lane.MAINTENANCE)) {
                tree.optionalTree(kind.name()).ifPresent(one -> last.put(kind, last(one)));
              }
            });
    return new MaintenanceLane(
        status.optionalTree("task").map(open -> CommandCodec.open(open, Lane.MAINTENANCE)),
        last,
        status.optionalTree("bucket").map(MaintenanceLaneCodec::bucket).orElse(BucketUpkeep.NONE));
  }

  private static LastCommand last(Tree tree) {
    return new LastCommand(
        tree.value("executor", InstanceId::new),
        tree.instant("at"),
        tree.constant("result", Outcome.Result.class),
        tree.string("detail"),
        tree.number("failures"));
  }
}
