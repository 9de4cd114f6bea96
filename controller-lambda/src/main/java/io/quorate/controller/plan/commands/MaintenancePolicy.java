package io.quorate.controller.plan.commands;

import io.quorate.command.Outcome;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.view.ObservedNode;
import io.quorate.state.OpenCommand;
import java.util.Map;
import java.util.Optional;

/** What the kinds of the maintenance lane share. */
public abstract class MaintenancePolicy implements CommandPolicy {
  @Override
  public final EndedCommand ended(ClusterState clusterState, OpenCommand open, Outcome answer) {
    return switch (answer.result()) {
      case DONE -> done(clusterState, open, answer);
      case FAILED -> failed(clusterState, open, answer);
      case CANCELLED, REFUSED ->
          EndedCommand.of(open, answer.result(), answer.detail(), false, Optional.empty());
    };
  }

  protected abstract EndedCommand done(ClusterState clusterState, OpenCommand open, Outcome answer);

  protected EndedCommand failed(ClusterState clusterState, OpenCommand open, Outcome answer) {
    return EndedCommand.failed(open, EndedCommand.words(answer));
  }

  @Override
  public Optional<ObservedNode> executor(ClusterState clusterState) {
    return MaintenanceExecutors.choose(clusterState, kind(), true, instance -> true);
  }

  /** A number among an answer's values; 0 where there is none. */
  protected static long number(Map<String, Object> values, String name) {
    return values.get(name) instanceof Number number ? number.longValue() : 0;
  }
}
