package io.quorate.controller.plan.commands;

import io.quorate.command.Outcome;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.model.InstanceId;
import io.quorate.state.JoinBackoff;
import io.quorate.state.OpenCommand;
import io.quorate.state.Status;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** What the kinds of the membership lane share: a failed executor waits longer before each try. */
public abstract class MembershipPolicy implements CommandPolicy {
  private static final Duration FIRST_WAIT = Duration.ofSeconds(10);
  private static final int DOUBLINGS = 6;

  @Override
  public EndedCommand ended(ClusterState clusterState, OpenCommand open, Outcome answer) {
    return EndedCommand.as(answer);
  }

  @Override
  public Status after(
      ClusterState clusterState, OpenCommand open, Optional<Outcome> ended, Status closed) {
    return closed.withJoinBackoffs(joinBackoffs(clusterState, open.executor(), ended));
  }

  private static Map<InstanceId, JoinBackoff> joinBackoffs(
      ClusterState clusterState, InstanceId executor, Optional<Outcome> outcome) {
    Map<InstanceId, JoinBackoff> next = new HashMap<>(clusterState.status().joinBackoffs());
    next.keySet().removeIf(clusterState.health()::gone);
    JoinBackoff former = next.remove(executor);
    boolean failed =
        outcome
            .map(
                answered ->
                    switch (answered.result()) {
                      case DONE, CANCELLED -> false;
                      case FAILED, REFUSED -> true;
                    })
            .orElse(false);
    if (failed) {
      long failures = former == null ? 1 : former.failures() + 1;
      long factor = 1L << Math.min(failures - 1, DOUBLINGS);
      next.put(
          executor,
          new JoinBackoff(
              failures, clusterState.view().observedAt().plus(FIRST_WAIT.multipliedBy(factor))));
    }
    return next;
  }
}
