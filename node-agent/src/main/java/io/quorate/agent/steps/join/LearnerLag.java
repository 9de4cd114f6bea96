package io.quorate.agent.steps.join;

import io.quorate.agent.port.Reply;
import io.quorate.agent.steps.frame.ContactSearch;
import io.quorate.agent.steps.frame.StepContext;
import io.quorate.agent.steps.frame.StepResult;
import io.quorate.command.JoinCluster;
import io.quorate.state.MemberStatus;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** How far the learner trails what the voters have committed. */
final class LearnerLag {
  private LearnerLag() {}

  /**
   * Why the learner may not be promoted yet; empty when it is within its limit.
   *
   * @param endpoints voters, the best informed of whom tells what is committed
   */
  static Optional<StepResult> tooFar(StepContext context, List<String> endpoints) {
    JoinCluster join = ContactSearch.join(context);
    Optional<MemberStatus> own =
        context.etcd().status(context.self().endpoints().clientUrl()).answer();
    if (own.isEmpty()) {
      return Optional.of(new StepResult.Wait("the own etcd does not answer"));
    }
    OptionalLong committed =
        context.etcd().statuses(endpoints).values().stream()
            .map(Reply::answer)
            .flatMap(Optional::stream)
            .filter(s -> s.clusterId().equals(join.clusterId()))
            .mapToLong(MemberStatus::raftIndex)
            .max();
    if (committed.isEmpty()) {
      return Optional.of(ContactSearch.none(context));
    }
    long lag = committed.getAsLong() - own.get().raftAppliedIndex();
    return lag <= join.lagLimit()
        ? Optional.empty()
        : Optional.of(
            new StepResult.Wait("the learner lags " + lag + " entries, limit " + join.lagLimit()));
  }
}
