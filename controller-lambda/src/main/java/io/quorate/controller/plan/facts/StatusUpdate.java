package io.quorate.controller.plan.facts;

import io.quorate.controller.view.ClusterView;
import io.quorate.state.Status;

/** What a capability adds to the stored status by what a view shows. */
@FunctionalInterface
public interface StatusUpdate {
  /**
   * The status with it.
   *
   * @param status what was stored, with what the updates before this one added
   */
  Status next(ClusterView view, Status status);
}
