package io.quorate.controller.decision;

import io.quorate.controller.view.DnsChange;
import io.quorate.model.InstanceId;
import io.quorate.state.DnsRecords;
import io.quorate.state.HookAnswer;
import io.quorate.state.Status;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * An effect on the cloud. It is performed only after it was recorded in the status, and again until
 * the cloud shows that it holds.
 */
public sealed interface CloudEffect
    permits CloudEffect.TerminateInGroup,
        CloudEffect.TerminateAtEc2,
        CloudEffect.CompleteHook,
        CloudEffect.ExtendHook,
        CloudEffect.ChangeRecords {
  /**
   * The status with how the cloud took it.
   *
   * @param failure why the cloud did not accept it; empty when it did
   */
  Status answered(Status recorded, Optional<String> failure);

  /**
   * Terminates an instance through its group without decrement: the group launches another.
   *
   * @param intent which of the status's records it performs
   */
  record TerminateInGroup(InstanceId instance, Intent intent) implements CloudEffect {
    /** Which record of the status an instance is terminated for. */
    public enum Intent {
      /** A recorded termination of an instance that may live. */
      TERMINATION,
      /** A request to replace an instance that EC2 shows terminated. */
      REPLACEMENT,
      /** The replacement of an instance that serves, and that its hook is to hold. */
      NODE
    }

    @Override
    public Status answered(Status recorded, Optional<String> failure) {
      return switch (intent) {
        case TERMINATION -> terminationAnswered(recorded, instance, failure);
        case REPLACEMENT ->
            recorded.withReplacementRequests(
                recorded.replacementRequests().stream()
                    .map(each -> each.instance().equals(instance) ? each.answered(failure) : each)
                    .toList());
        case NODE ->
            recorded.withGroup(
                recorded
                    .group()
                    .replacing(
                        recorded
                            .group()
                            .replacing()
                            .map(
                                each ->
                                    each.instance().equals(instance)
                                        ? each.answered(failure)
                                        : each)));
      };
    }
  }

  /** Terminates an instance at EC2, past its group and every lifecycle hook. */
  record TerminateAtEc2(InstanceId instance) implements CloudEffect {
    @Override
    public Status answered(Status recorded, Optional<String> failure) {
      return terminationAnswered(recorded, instance, failure);
    }
  }

  /** Ends the wait of an instance at a lifecycle hook. */
  record CompleteHook(String group, String hook, InstanceId instance, HookAnswer.Result result)
      implements CloudEffect {
    @Override
    public Status answered(Status recorded, Optional<String> failure) {
      return hookAnswered(recorded, instance, hook, failure);
    }
  }

  /** Lets a lifecycle hook hold an instance for another heartbeat timeout. */
  record ExtendHook(String group, String hook, InstanceId instance) implements CloudEffect {
    @Override
    public Status answered(Status recorded, Optional<String> failure) {
      return hookAnswered(recorded, instance, hook, failure);
    }
  }

  /**
   * Changes the records of the cluster's name.
   *
   * @param zone the hosted zone
   * @param mark what the records bear then; empty where they are given up
   * @param changes as one batch
   * @param at when it was decided
   */
  record ChangeRecords(String zone, Optional<String> mark, List<DnsChange> changes, Instant at)
      implements CloudEffect {
    public ChangeRecords {
      changes = List.copyOf(changes);
    }

    @Override
    public Status answered(Status recorded, Optional<String> failure) {
      return recorded.withDns(recorded.dns().flatMap(dns -> answered(dns, failure)));
    }

    private Optional<DnsRecords> answered(DnsRecords dns, Optional<String> failure) {
      return failure
          .map(words -> Optional.of(dns.failed(dns.intended(), new DnsRecords.Failure(words, at))))
          .orElseGet(() -> mark.map(next -> dns.taken(next, at)));
    }
  }

  private static Status terminationAnswered(
      Status recorded, InstanceId instance, Optional<String> failure) {
    return recorded.withTerminations(
        recorded.terminations().stream()
            .map(each -> each.instance().equals(instance) ? each.answered(failure) : each)
            .toList());
  }

  private static Status hookAnswered(
      Status recorded, InstanceId instance, String hook, Optional<String> failure) {
    return recorded
        .group()
        .answer(instance, hook)
        .map(answer -> recorded.withGroup(recorded.group().answering(answer.answered(failure))))
        .orElse(recorded);
  }
}
