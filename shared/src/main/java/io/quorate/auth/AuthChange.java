package io.quorate.auth;

import java.util.Optional;

/** One call to etcd's access control. */
public sealed interface AuthChange {
  /** In words for people. */
  String words();

  /** The user that it is about; empty where it is about none. */
  default Optional<String> subject() {
    return Optional.empty();
  }

  /** Make a role that allows nothing. */
  record AddRole(String role) implements AuthChange {
    @Override
    public String words() {
      return "add role " + role;
    }
  }

  /** Let a role do this with a range; on a range that it has, this takes the mode's place. */
  record Grant(String role, KeyRange range, AccessMode mode) implements AuthChange {
    @Override
    public String words() {
      return "let role %s %s %s".formatted(role, mode.word(), range);
    }
  }

  /** Make a user without roles. */
  record AddUser(String user) implements AuthChange {
    @Override
    public String words() {
      return "add user " + user;
    }

    @Override
    public Optional<String> subject() {
      return Optional.of(user);
    }
  }

  /** Give a user a role. */
  record GrantRole(String user, String role) implements AuthChange {
    @Override
    public String words() {
      return "give user %s role %s".formatted(user, role);
    }

    @Override
    public Optional<String> subject() {
      return Optional.of(user);
    }
  }

  /** Take a role from a user. */
  record RevokeRole(String user, String role) implements AuthChange {
    @Override
    public String words() {
      return "take role %s from user %s".formatted(role, user);
    }

    @Override
    public Optional<String> subject() {
      return Optional.of(user);
    }
  }

  /** Take a range from a role. */
  record Revoke(String role, KeyRange range) implements AuthChange {
    @Override
    public String words() {
      return "take %s from role %s".formatted(range, role);
    }
  }

  /** Delete a user. */
  record DeleteUser(String user) implements AuthChange {
    @Override
    public String words() {
      return "delete user " + user;
    }

    @Override
    public Optional<String> subject() {
      return Optional.of(user);
    }
  }

  /** Delete a role. */
  record DeleteRole(String role) implements AuthChange {
    @Override
    public String words() {
      return "delete role " + role;
    }
  }

  /** Hold clients to it from now on. */
  record Enable() implements AuthChange {
    @Override
    public String words() {
      return "switch access control on";
    }
  }

  /** Hold nobody to it any more. */
  record Disable() implements AuthChange {
    @Override
    public String words() {
      return "switch access control off";
    }
  }
}
