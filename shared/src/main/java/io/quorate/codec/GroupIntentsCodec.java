package io.quorate.codec;

import io.quorate.model.InstanceId;
import io.quorate.state.AbandonedLaunches;
import io.quorate.state.GroupIntents;
import io.quorate.state.HookAnswer;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The status record's decisions about the group's instances. */
final class GroupIntentsCodec {
  private GroupIntentsCodec() {}

  static Optional<Map<String, Object>> leaving(GroupIntents group) {
    Tree.Builder tree = Tree.builder();
    new TreeMap<>(group.leaving()).forEach((instance, at) -> tree.with(instance.value(), at));
    return Optional.of(tree.build()).filter(map -> !map.isEmpty());
  }

  /** Absent where there are none, so that a status without them has the form it always had. */
  static Optional<Map<String, Object>> hooks(GroupIntents group) {
    Tree.Builder tree = Tree.builder();
    group
        .hooks()
        .forEach(answer -> tree.with(answer.instance() + "/" + answer.hook(), hook(answer)));
    return Optional.of(tree.build()).filter(map -> !map.isEmpty());
  }

  static Optional<Map<String, Object>> abandoned(GroupIntents group) {
    return group
        .abandoned()
        .map(
            launches ->
                Tree.builder()
                    .with("inARow", (long) launches.inARow())
                    .with("last", launches.last())
                    .with("at", launches.at())
                    .build());
  }

  private static Map<String, Object> hook(HookAnswer answer) {
    return Tree.builder()
        .with("instance", answer.instance())
        .with("hook", answer.hook())
        .withOptional("result", answer.result())
        .with("decidedAt", answer.decidedAt())
        .withOptional("askedAt", answer.askedAt())
        .withOptional("failure", answer.failure())
        .withOptional("heldAt", answer.heldAt())
        .build();
  }

  static GroupIntents read(Tree status) {
    Map<InstanceId, Instant> leaving = new HashMap<>();
    status
        .optionalTree("leaving")
        .ifPresent(
            tree ->
                tree.values()
                    .keySet()
                    .forEach(name -> leaving.put(new InstanceId(name), tree.instant(name))));
    List<HookAnswer> hooks =
        status
            .optionalTree("hooks")
            .map(
                tree ->
                    tree.values().keySet().stream()
                        .sorted()
                        .map(name -> hook(tree.tree(name)))
                        .toList())
            .orElse(List.of());
    return new GroupIntents(
        leaving, hooks, status.optionalTree("abandonedLaunches").map(GroupIntentsCodec::launches));
  }

  private static AbandonedLaunches launches(Tree tree) {
    return new AbandonedLaunches(
        Math.toIntExact(tree.number("inARow")),
        tree.value("last", InstanceId::new),
        tree.instant("at"));
  }

  private static HookAnswer hook(Tree tree) {
    return new HookAnswer(
        tree.value("instance", InstanceId::new),
        tree.string("hook"),
        tree.optionalValue("result", HookAnswer.Result::valueOf),
        tree.instant("decidedAt"),
        tree.optionalInstant("askedAt"),
        tree.optionalString("failure"),
        tree.optionalInstant("heldAt"));
  }
}
