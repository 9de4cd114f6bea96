package io.quorate.deployment.tour;

import io.quorate.deployment.EtcdAccess;

/**
 * Who calls the cluster of a tour.
 *
 * @param operator who may do everything
 * @param application who writes, watches and takes locks; another than the operator where access
 *     control is on
 */
public record Callers(EtcdAccess operator, EtcdAccess application) {
  /** What the keys that the application writes and watches begin with. */
  public static final String KEYS = "tour/";

  /** The lock that it takes; etcd puts keys that begin with it. */
  public static final String LOCK = "tour-lock";

  /** The same for all, without access control. */
  public static Callers one(EtcdAccess access) {
    return new Callers(access, access);
  }

  /** Whether the application may do less than the operator. */
  boolean apart() {
    return !operator.equals(application);
  }
}
