package io.quorate.controller.decision;

import io.quorate.controller.view.ClusterView;
import io.quorate.state.HookAnswer;
import io.quorate.state.Status;
import java.util.Map;
import java.util.Optional;

/**
 * Lets a lifecycle hook hold the termination of a member for longer.
 *
 * @param reason why
 * @param group the group's name
 * @param answer what the plan's status records
 */
public record ExtendHook(Reason reason, String group, HookAnswer answer) implements Decision {
  @Override
  public String code() {
    return "EXTEND_HOOK";
  }

  @Override
  public String summary() {
    return "extend the wait of " + answer.instance() + " at hook " + answer.hook();
  }

  @Override
  public Map<String, Object> values() {
    return HookIntent.values(answer);
  }

  @Override
  public DecisionWrites writes(ClusterView view, Status next) {
    return HookIntent.writes(answer, next);
  }

  @Override
  public Optional<CloudEffect> effect() {
    return Optional.of(new CloudEffect.ExtendHook(group, answer.hook(), answer.instance()));
  }
}
