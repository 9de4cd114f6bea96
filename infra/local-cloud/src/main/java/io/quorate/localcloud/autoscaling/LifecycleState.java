package io.quorate.localcloud.autoscaling;

/** Where a member of a group is in its life. */
public enum LifecycleState {
  /** Launched, not yet running. */
  PENDING("Pending", true),
  /** Held by a launch hook. */
  PENDING_WAIT("Pending:Wait", true),
  /** Past its launch hooks. */
  PENDING_PROCEED("Pending:Proceed", true),
  /** In service. */
  IN_SERVICE("InService", true),
  /** On its way out. */
  TERMINATING("Terminating", false),
  /** Held by a termination hook. */
  TERMINATING_WAIT("Terminating:Wait", false),
  /** Past its termination hooks: EC2 ends it. */
  TERMINATING_PROCEED("Terminating:Proceed", false),
  /** Out of rotation by request: still a member, not counted in the desired capacity. */
  STANDBY("Standby", false);

  private final String wireName;
  private final boolean capacity;

  LifecycleState(String wireName, boolean capacity) {
    this.wireName = wireName;
    this.capacity = capacity;
  }

  /** The state's name in replies. */
  public String wireName() {
    return wireName;
  }

  /** Whether a member in this state counts towards the desired capacity. */
  public boolean capacity() {
    return capacity;
  }
}
