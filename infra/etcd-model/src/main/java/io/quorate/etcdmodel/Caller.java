package io.quorate.etcdmodel;

/**
 * Who asks, as the member that was asked knows it: the common name of a client's certificate, and
 * the revision of users and roles that this member had then.
 *
 * @param name the common name; empty where there is none
 */
record Caller(String name, long revision) {
  /** What etcd does of itself, for nobody. */
  static final Caller NOBODY = new Caller("", 0);

  boolean unnamed() {
    return name.isEmpty();
  }
}
