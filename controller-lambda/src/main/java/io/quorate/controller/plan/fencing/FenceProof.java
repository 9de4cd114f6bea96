package io.quorate.controller.plan.fencing;

import io.quorate.controller.decision.HeartbeatVersion;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.recovery.Recovery;
import io.quorate.state.Fenced;
import io.quorate.state.Heartbeat;
import java.util.Optional;

/**
 * That a node's member is fenced. The fence has to be reported by the agent's present run, for the
 * recovery that runs and the current generation, on the disk that the holder record names. An
 * earlier run's report proves nothing, because an etcd may have been started since.
 */
public final class FenceProof {
  private FenceProof() {}

  /** What a node proves of its own end; empty where it proves nothing. */
  public static Optional<HolderEnd> of(
      ClusterState clusterState, Heartbeat row, Optional<String> disk) {
    return row.report()
        .fenced()
        .filter(fenced -> current(clusterState, fenced))
        .filter(fenced -> fenced.incarnationNonce().equals(row.boot().nonce()))
        .filter(fenced -> disk.filter(id -> !id.isEmpty()).equals(Optional.of(row.boot().diskId())))
        .map(
            fenced ->
                new HolderEnd.Fenced(
                    row.instance(),
                    "it is fenced; its log ends at term "
                        + fenced.lastTerm()
                        + " index "
                        + fenced.lastIndex(),
                    HeartbeatVersion.now(row),
                    fenced.lastTerm(),
                    fenced.lastIndex()));
  }

  private static boolean current(ClusterState clusterState, Fenced fenced) {
    return clusterState.view().lineage().generation().equals(fenced.generation())
        && clusterState
            .view()
            .records()
            .recovery()
            .filter(recovery -> recovery.state().running())
            .map(Recovery::id)
            .equals(Optional.of(fenced.recoveryId()));
  }
}
