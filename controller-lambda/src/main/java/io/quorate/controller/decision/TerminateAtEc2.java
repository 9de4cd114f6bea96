package io.quorate.controller.decision;

import io.quorate.controller.view.ClusterView;
import io.quorate.model.InstanceId;
import io.quorate.state.Status;
import io.quorate.state.Termination;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Performs the termination of an instance past its group and every hook, again if need be: of one
 * whose data an operator gave up, recorded with the approval, or whose cluster hibernates. It rests
 * on no heartbeat: whatever the instance holds is given up, or in the bucket.
 */
public record TerminateAtEc2(Reason reason, Termination termination) implements Decision {
  @Override
  public String code() {
    return "TERMINATE_AT_EC2";
  }

  @Override
  public String summary() {
    return "terminate " + termination.instance() + " at EC2, past its group";
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
    return Optional.of(new CloudEffect.TerminateAtEc2(termination.instance()));
  }
}
