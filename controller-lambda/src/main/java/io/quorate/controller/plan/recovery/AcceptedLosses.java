package io.quorate.controller.plan.recovery;

import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.group.RecordedTerminations;
import io.quorate.model.InstanceId;
import io.quorate.recovery.Approval;
import io.quorate.recovery.Recovery;
import io.quorate.state.Termination;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The instances whose data an operator gave up: each is terminated at EC2, past its group and every
 * hook, and nothing goes on before EC2 shows it terminated (I1). The intent was recorded with the
 * approval; it is asked for again until EC2 shows that it has begun.
 */
final class AcceptedLosses {
  private AcceptedLosses() {}

  /** What is done about them next; empty once all are shown terminated. */
  static Optional<RecoveryStep> next(ClusterState clusterState, Recovery recovery) {
    List<InstanceId> left =
        recovery.approval().map(Approval::ends).orElse(Map.of()).entrySet().stream()
            .filter(entry -> entry.getValue() == Approval.End.ACCEPTED_LOST)
            .map(Map.Entry::getKey)
            .filter(instance -> !clusterState.health().gone(instance))
            .toList();
    if (left.isEmpty()) {
      return Optional.empty();
    }
    return left.stream()
        .flatMap(instance -> due(clusterState, instance).stream())
        .findFirst()
        .<RecoveryStep>map(
            intent ->
                new RecoveryStep.Terminate(
                    Reason.of("LOSS_ACCEPTED", intent.because())
                        .and("instance", intent.instance())
                        .and("recovery", recovery.id()),
                    intent))
        .or(() -> Optional.of(awaits(clusterState, left)));
  }

  private static Optional<Termination> due(ClusterState clusterState, InstanceId instance) {
    return clusterState.status().terminations().stream()
        .filter(intent -> intent.instance().equals(instance))
        .filter(intent -> !RecordedTerminations.begun(clusterState.instance(instance)))
        .filter(
            intent -> !RecordedTerminations.askedJustNow(intent, clusterState.view().observedAt()))
        .findFirst();
  }

  private static RecoveryStep awaits(ClusterState clusterState, List<InstanceId> left) {
    return new RecoveryStep.Waits(
        Reason.of(
            "TERMINATION_AWAITED",
            "the data of these instances is given up, and the recovery goes on once EC2 shows them"
                + " terminated: "
                + left.stream()
                    .map(instance -> word(clusterState, instance))
                    .collect(Collectors.joining("; "))),
        true);
  }

  private static String word(ClusterState clusterState, InstanceId instance) {
    return instance
        + " is "
        + clusterState.instance(instance)
        + clusterState.status().terminations().stream()
            .filter(intent -> intent.instance().equals(instance))
            .flatMap(intent -> intent.failure().stream())
            .map(
                why ->
                    ", and EC2 did not accept its termination: "
                        + why
                        + "; it is asked again; or run: aws ec2 terminate-instances --instance-ids "
                        + instance)
            .findFirst()
            .orElse("");
  }
}
