package io.quorate.codec;

/**
 * The attributes of the record {@code lease} on which conditions rest, or that updates set alone.
 */
public final class LeaseAttributes {
  /** The holder's nonce; empty while free. */
  public static final String OWNER = "owner";

  /** Counts the takes. */
  public static final String TOKEN = "token";

  /** The end in milliseconds since the epoch: what conditions compare. */
  public static final String UNTIL_MILLIS = "untilMillis";

  /** The same end for people; never read. */
  public static final String UNTIL = "until";

  /** The controllers' looks at the heartbeats. */
  public static final String HEARTBEAT_PROGRESS = "heartbeatProgress";

  /** The release of the controller that last took it for a turn. */
  public static final String CONTROLLER_VERSION = "controllerVersion";

  /** The calls to AWS that are not answered. */
  public static final String UNANSWERED = "unanswered";

  private LeaseAttributes() {}
}
