package io.quorate.controller.plan.facts;

import io.quorate.controller.view.ClusterView;
import io.quorate.state.Status;

/** What a capability adds to the status by who is a member and who keeps a quorum. */
@FunctionalInterface
public interface MemberUpdate {
  /** The status with it. */
  Status next(Seen seen, Status status);

  /**
   * What a view shows of members.
   *
   * @param health how each node is
   * @param members who is a member
   * @param quorum who keeps a quorum
   */
  record Seen(ClusterView view, NodeStates health, ClusterMembers members, ClusterQuorum quorum) {}
}
