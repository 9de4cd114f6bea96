package io.quorate.deployment;

/** Access key ids by which the local cloud knows who asks. */
public final class Principals {
  /** Whoever runs Terraform and breaks things on purpose; may do everything. */
  public static final String ADMINISTRATOR = "admin";

  /** The person at {@code quorate}. */
  public static final String OPERATOR = "operator";

  /** The controller's function. */
  public static final String CONTROLLER = "controller";

  /** EventBridge, Lambda's pollers: the cloud's own hands. */
  public static final String EVENTS = "aws-internal";

  private Principals() {}
}
