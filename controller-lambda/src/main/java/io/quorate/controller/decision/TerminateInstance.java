package io.quorate.controller.decision;

import io.quorate.controller.decision.CloudEffect.TerminateInGroup.Intent;
import io.quorate.controller.view.ClusterView;
import io.quorate.model.InstanceId;
import io.quorate.state.Status;
import io.quorate.state.Termination;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Performs a recorded termination, again if needed. The request is recorded first, in a transaction
 * that checks its evidence, and is sent only while the turn has time: after a longer pause the
 * evidence may have changed.
 */
public record TerminateInstance(Reason reason, Termination termination) implements Decision {
  @Override
  public String code() {
    return "TERMINATE_INSTANCE";
  }

  @Override
  public String summary() {
    return "terminate " + termination.instance() + " through Auto Scaling, as recorded";
  }

  @Override
  public Map<String, Object> values() {
    return TerminationValues.of(termination);
  }

  @Override
  public Optional<InstanceId> terminates() {
    return Optional.of(termination.instance());
  }

  @Override
  public DecisionWrites writes(ClusterView view, Status next) {
    if (!view.status().terminating(termination.instance())) {
      throw new IllegalStateException(
          "termination of "
              + termination.instance()
              + " is not recorded: nothing is done before its intent is");
    }
    return DecisionWrites.of(List.of());
  }

  @Override
  public Reason journalled() {
    return reason.and("instance", termination.instance());
  }

  @Override
  public Optional<CloudEffect> effect() {
    return Optional.of(
        new CloudEffect.TerminateInGroup(termination.instance(), Intent.TERMINATION));
  }
}
