package io.quorate.simulation.cloud;

/** What becomes of the computer that an instance is. */
public interface MachineLifecycle {
  /** It is switched on; its disk is as it was left, or new. */
  void incarnations(Instance instance);

  /** It is switched off: nothing on it runs any more. */
  void halts(Instance instance);

  /** It is gone, and its disk with it. */
  void destroyed(Instance instance);
}
