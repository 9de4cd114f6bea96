package io.quorate.etcdmodel;

/** What is asked about users and roles; etcd puts all of it through raft. */
public sealed interface AuthRead {
  /** Whether it is on, and the revision. */
  record Status() implements AuthRead {}

  /** The names of all users, or roles. */
  record Names() implements AuthRead {}

  /** A user's roles. */
  record OfUser(String user) implements AuthRead {}

  /** What a role allows. */
  record OfRole(String role) implements AuthRead {}

  /** Whether a password is a user's. */
  record Login(String user, String password) implements AuthRead {}
}
