package io.quorate.controller.plan.fencing;

import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.view.ClusterView;
import io.quorate.recovery.Recovery;
import java.util.Optional;

/**
 * The recovery that runs in the current generation.
 *
 * @param recovery its record
 */
public record RunningRecovery(Recovery recovery) {
  /** Empty when none runs, or the record is of another generation. */
  public static Optional<RunningRecovery> of(ClusterState clusterState) {
    ClusterView view = clusterState.view();
    return view.records()
        .recovery()
        .filter(recovery -> recovery.state().running())
        .filter(recovery -> recovery.uid().equals(view.lineage().uid()))
        .filter(
            recovery ->
                recovery
                    .committed()
                    .map(next -> next.generation())
                    .orElse(recovery.generation())
                    .equals(view.lineage().generation()))
        .map(RunningRecovery::new);
  }

  /** While nothing is committed. */
  public Optional<Recovery> open() {
    return Optional.of(recovery).filter(running -> !running.state().isCommitted());
  }

  /** Why no other recovery can be approved beside it; empty when this one can be, or is lost. */
  public Optional<String> unapprovable(ClusterState clusterState) {
    if (recovery.state().isCommitted()) {
      return DataLoss.of(clusterState).isPresent() && FenceSet.of(clusterState).allGone()
          ? Optional.empty()
          : Optional.of(
              recovery.id()
                  + " is "
                  + recovery.state()
                  + ": "
                  + recovery.seeder().orElseThrow()
                  + " begins the next generation");
    }
    return switch (recovery.action()) {
      case RESEED -> Optional.empty();
      case ROLLBACK -> Optional.of(recovery.id() + " is a rollback: it goes on by its own hash");
      case HIBERNATE ->
          Optional.of(
              recovery.id()
                  + " puts the cluster to rest: set the desired capacity to bring it back");
      case IMPORT -> Optional.of(recovery.id() + " begins the cluster: nothing is to be approved");
    };
  }
}
