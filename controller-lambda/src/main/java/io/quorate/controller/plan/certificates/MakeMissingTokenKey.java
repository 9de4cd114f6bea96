package io.quorate.controller.plan.certificates;

import io.quorate.controller.decision.MakeTokenKey;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.Rule;
import io.quorate.state.BucketUse;
import io.quorate.state.MaintenanceLane;
import java.util.Map;
import java.util.Optional;

/**
 * Makes the key with which etcd is to sign its tokens, where the spec leaves that to the
 * controller. While the bucket refuses, it is asked again later each time, and nothing else waits
 * for it but what would start an etcd with that key.
 */
public final class MakeMissingTokenKey implements Rule {
  @Override
  public String code() {
    return "MAKE_TOKEN_KEY";
  }

  /** A member that starts again needs it. */
  @Override
  public boolean heldByPause(ClusterState clusterState, Plan plan) {
    return false;
  }

  @Override
  public Optional<Plan> consider(ClusterState clusterState) {
    MaintenanceLane tasks = clusterState.status().tasks();
    return TokenKeyDue.of(clusterState)
        .filter(
            method -> tasks.bucket().mayAsk(BucketUse.TOKEN_KEYS, clusterState.view().observedAt()))
        .map(
            method ->
                new Plan(
                    new MakeTokenKey(
                        Reason.of(
                                "TOKEN_KEY_MISSING",
                                "the spec has etcd sign its tokens by "
                                    + method
                                    + " with a key that the controller makes, and none is known")
                            .and("signMethod", method),
                        method),
                    clusterState
                        .status()
                        .withTasks(tasks.withBucket(tasks.bucket().withTokenKey(method))),
                    Map.of()));
  }
}
