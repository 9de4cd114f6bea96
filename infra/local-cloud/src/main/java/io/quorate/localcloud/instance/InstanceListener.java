package io.quorate.localcloud.instance;

/** Learns of every change of an instance's state. */
@FunctionalInterface
public interface InstanceListener {
  /** Called after the change, never while the instance is locked. */
  void changed(InstanceView instance);

  /** The cloud announced that it will take the instance by this action. */
  default void interrupted(InstanceView instance, String action) {}

  /** The cloud advised to replace the instance. */
  default void rebalance(InstanceView instance) {}
}
