package io.quorate.controller.act;

import io.quorate.model.InstanceId;

/** The port to terminating instances through their group, which then launches another. */
public interface InstanceTerminator {
  /**
   * Terminates the instance without shrinking the group; harmless to repeat.
   *
   * @throws CloudUnavailableException when it is unknown whether it was accepted
   */
  Termination terminate(InstanceId instance);

  /** How the cloud took it. */
  enum Termination {
    /** It is being terminated. */
    ACCEPTED,
    /** No group has it any more: it was terminated or detached before. EC2's state will tell. */
    NOT_IN_A_GROUP
  }
}
