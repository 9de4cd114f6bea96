package io.quorate.controller.act;

import io.quorate.model.InstanceId;
import io.quorate.state.HookAnswer;

/** The port to the lifecycle hooks that hold a group's instances; every call may be repeated. */
public interface LifecycleHooks {
  /**
   * Ends the wait of an instance at a hook.
   *
   * @throws CloudUnavailableException when it is unknown whether it was accepted
   */
  Answer complete(String group, String hook, InstanceId instance, HookAnswer.Result result);

  /**
   * Lets the hook hold the instance for another heartbeat timeout.
   *
   * @throws CloudUnavailableException when it is unknown whether it was accepted
   */
  Answer extend(String group, String hook, InstanceId instance);

  /** How the cloud took it. */
  enum Answer {
    /** As asked. */
    ACCEPTED,
    /** The instance does not wait at that hook, or there is no such hook. */
    NOTHING_WAITS
  }
}
