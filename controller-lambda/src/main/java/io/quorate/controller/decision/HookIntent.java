package io.quorate.controller.decision;

import io.quorate.codec.Tree;
import io.quorate.state.HookAnswer;
import io.quorate.state.Status;
import java.util.List;
import java.util.Map;

/** What the decisions about lifecycle hooks share: their intent is recorded before its effect. */
final class HookIntent {
  private HookIntent() {}

  static Map<String, Object> values(HookAnswer answer) {
    return Tree.builder()
        .with("instance", answer.instance())
        .with("hook", answer.hook())
        .withOptional("result", answer.result())
        .with("decidedAt", answer.decidedAt())
        .withOptional("askedAt", answer.askedAt())
        .withOptional("failure", answer.failure())
        .build();
  }

  /** No write of its own: the plan's status holds it. */
  static DecisionWrites writes(HookAnswer answer, Status next) {
    if (!next.group().hooks().contains(answer)) {
      throw new IllegalStateException(
          "the answer to hook "
              + answer.hook()
              + " of "
              + answer.instance()
              + " is decided but not in the plan's status: nothing is done before its intent is");
    }
    return DecisionWrites.of(List.of());
  }
}
