package io.quorate.localcloud.instance;

/** Learns of every change of an instance's state. */
@FunctionalInterface
public interface InstanceListener {
  /** Called after the change, never while the instance is locked. */
  void changed(InstanceView instance);
}
