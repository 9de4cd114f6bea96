package io.quorate.controller.decision;

import io.quorate.codec.Tree;
import io.quorate.controller.decision.CloudEffect.TerminateInGroup.Intent;
import io.quorate.controller.view.ClusterView;
import io.quorate.model.InstanceId;
import io.quorate.state.Status;
import io.quorate.state.Termination;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Asks the group to terminate an instance that serves, so that it launches another; its hook holds
 * it until its member has left. Recorded before; repeated if needed. A late call is for the same
 * instance, whose replacement was decided for good.
 *
 * @param reason why
 * @param intent what the plan's status records
 * @param request an operator's request that is taken up with it
 */
public record ReplaceNode(Reason reason, Termination intent, Optional<RequestChange> request)
    implements Decision {
  @Override
  public String code() {
    return "REPLACE_NODE";
  }

  @Override
  public String summary() {
    return "ask the group to terminate "
        + intent.instance()
        + ", whose hook holds it until a successor serves";
  }

  @Override
  public Map<String, Object> values() {
    return Tree.builder()
        .with("replacement", TerminationValues.of(intent))
        .withOptional("request", request.map(change -> change.after().id()))
        .build();
  }

  @Override
  public Optional<InstanceId> terminates() {
    return Optional.of(intent.instance());
  }

  @Override
  public DecisionWrites writes(ClusterView view, Status next) {
    if (!next.group().replaces(intent.instance())) {
      throw new IllegalStateException(
          "the replacement of " + intent.instance() + " is not recorded: it is recorded first");
    }
    return DecisionWrites.of(
        request.map(change -> List.of(change.write(view.cluster()))).orElse(List.of()));
  }

  @Override
  public Optional<CloudEffect> effect() {
    return Optional.of(new CloudEffect.TerminateInGroup(intent.instance(), Intent.NODE));
  }
}
