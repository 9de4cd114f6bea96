package io.quorate.controller.act;

import io.quorate.model.ClusterName;
import io.quorate.model.InstanceId;

/** The port to terminating instances. */
public interface InstanceTerminator {
  /**
   * Terminates the instance through its group, without shrinking it, so that the group launches
   * another; harmless to repeat.
   *
   * @throws CloudUnavailableException when it is unknown whether it was accepted
   */
  Termination terminate(InstanceId instance);

  /**
   * Terminates the instance at EC2, past its group and every lifecycle hook; harmless to repeat.
   * One that carries another cluster's tag is not terminated: rows name instances, and any agent
   * can write one.
   *
   * @param cluster whose instance it has to be
   * @throws CloudUnavailableException when EC2 did not accept it, or it is unknown whether it did
   */
  void terminateAtEc2(ClusterName cluster, InstanceId instance);

  /** How the cloud took it. */
  enum Termination {
    /** It is being terminated. */
    ACCEPTED,
    /** No group has it any more: it was terminated or detached before. EC2's state will tell. */
    NOT_IN_A_GROUP
  }
}
