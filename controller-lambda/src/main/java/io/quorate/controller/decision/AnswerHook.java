package io.quorate.controller.decision;

import io.quorate.controller.view.ClusterView;
import io.quorate.model.InstanceId;
import io.quorate.state.HookAnswer;
import io.quorate.state.Status;
import java.util.Map;
import java.util.Optional;

/**
 * Ends the wait of an instance at a lifecycle hook; again until the group shows that it is over.
 *
 * @param reason why
 * @param group the group's name
 * @param answer what the plan's status records
 */
public record AnswerHook(Reason reason, String group, HookAnswer answer) implements Decision {
  @Override
  public String code() {
    return "ANSWER_HOOK";
  }

  @Override
  public String summary() {
    return "answer hook " + answer.hook() + " of " + answer.instance() + " with " + result();
  }

  private HookAnswer.Result result() {
    return answer.result().orElseThrow();
  }

  /** A termination goes on from here, or begins: that instance may live until then. */
  @Override
  public Optional<InstanceId> terminates() {
    return answer.ends() ? Optional.of(answer.instance()) : Optional.empty();
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
    return Optional.of(
        new CloudEffect.CompleteHook(group, answer.hook(), answer.instance(), result()));
  }
}
