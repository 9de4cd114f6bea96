package io.quorate.controller.view;

/** EC2's instance states, and that nothing is known. */
public enum InstanceState {
  /** Being launched. */
  PENDING,
  /** Running, as far as EC2 knows. */
  RUNNING,
  /** Being stopped. */
  STOPPING,
  /** Stopped; its disk is whole. */
  STOPPED,
  /** Being terminated; it may still vote. */
  SHUTTING_DOWN,
  /** Gone for good. */
  TERMINATED,
  /** Not asked, not answered, not listed, or a state this code does not know. */
  UNKNOWN
}
