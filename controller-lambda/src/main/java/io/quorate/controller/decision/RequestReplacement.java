package io.quorate.controller.decision;

import io.quorate.controller.decision.CloudEffect.TerminateInGroup.Intent;
import io.quorate.controller.view.ClusterView;
import io.quorate.state.Status;
import io.quorate.state.Termination;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Asks the group to release an instance that EC2 shows terminated, so that it launches another;
 * repeated if needed. A late call is harmless, because the instance stays terminated.
 */
public record RequestReplacement(Reason reason, Termination request) implements Decision {
  @Override
  public String code() {
    return "REQUEST_REPLACEMENT";
  }

  @Override
  public String summary() {
    return "ask the group to replace " + request.instance() + ", which is terminated";
  }

  @Override
  public Map<String, Object> values() {
    return TerminationValues.of(request);
  }

  @Override
  public DecisionWrites writes(ClusterView view, Status next) {
    if (!next.terminated(request.instance())) {
      throw new IllegalStateException(
          request.instance()
              + " has no tombstone: only what EC2 shows terminated is replaced by request");
    }
    return DecisionWrites.of(List.of());
  }

  @Override
  public Optional<CloudEffect> effect() {
    return Optional.of(new CloudEffect.TerminateInGroup(request.instance(), Intent.REPLACEMENT));
  }
}
