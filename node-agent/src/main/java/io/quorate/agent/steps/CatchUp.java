package io.quorate.agent.steps;

import io.quorate.agent.port.Reply;
import io.quorate.instruction.JoinCluster;
import io.quorate.state.MemberStatus;
import java.util.Optional;
import java.util.OptionalLong;

/** Waits until the learner has applied what the voters have committed, within the lag limit. */
final class CatchUp implements Step {
  @Override
  public StepResult go(StepContext context) {
    JoinCluster join = Contacts.join(context);
    Optional<MemberStatus> own =
        context.etcd().status(context.self().endpoints().clientUrl()).answer();
    if (own.isEmpty()) {
      return new StepResult.Wait("the own etcd does not answer");
    }
    OptionalLong committed =
        context.etcd().statuses(join.contacts()).values().stream()
            .map(Reply::answer)
            .flatMap(Optional::stream)
            .filter(s -> s.clusterId().equals(join.clusterId()))
            .mapToLong(MemberStatus::raftIndex)
            .max();
    if (committed.isEmpty()) {
      return Contacts.none(context);
    }
    long lag = committed.getAsLong() - own.get().raftAppliedIndex();
    return lag <= join.lagLimit()
        ? new StepResult.Done()
        : new StepResult.Wait("the learner lags " + lag + " entries, limit " + join.lagLimit());
  }

  @Override
  public About about() {
    return new About(
        "the learner's applied index is within lagLimit of the newest committed one seen",
        "nothing",
        "only the next step",
        "it looks again",
        "it looks again",
        "the next step begins",
        "it has no effect");
  }
}
