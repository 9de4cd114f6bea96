package io.quorate.controller.decision;

import io.quorate.controller.view.ClusterView;
import io.quorate.model.InstanceId;
import io.quorate.state.Status;
import io.quorate.state.Termination;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Records that an instance will be terminated; performing it is a later turn's decision. */
public record RecordTermination(Reason reason, Termination termination) implements Decision {
  @Override
  public String code() {
    return "RECORD_TERMINATION";
  }

  @Override
  public String summary() {
    return "record the intent to terminate "
        + termination.instance()
        + "; a later turn performs it";
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
    if (!next.terminating(termination.instance())) {
      throw new IllegalStateException(
          "termination of "
              + termination.instance()
              + " is decided but not in the plan's status: it would never be performed");
    }
    return DecisionWrites.of(List.of());
  }
}
