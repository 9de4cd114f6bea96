package io.quorate.localcloud.instance;

/** EC2's instance states, with the codes that DescribeInstances reports. */
public enum Ec2State {
  /** Being made. */
  PENDING(0, "pending"),
  /** Its processes may run. */
  RUNNING(16, "running"),
  /** Told to end; its processes may still run and vote. */
  SHUTTING_DOWN(32, "shutting-down"),
  /** Proven dead: none of its processes lives. */
  TERMINATED(48, "terminated"),
  /** Being stopped. */
  STOPPING(64, "stopping"),
  /** Stopped, its disk kept. */
  STOPPED(80, "stopped");

  private final int code;
  private final String wireName;

  Ec2State(int code, String wireName) {
    this.code = code;
    this.wireName = wireName;
  }

  /** The number in {@code instanceState.code}. */
  public int code() {
    return code;
  }

  /** The name in {@code instanceState.name}. */
  public String wireName() {
    return wireName;
  }
}
