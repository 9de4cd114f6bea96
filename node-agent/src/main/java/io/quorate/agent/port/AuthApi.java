package io.quorate.agent.port;

import io.quorate.auth.AccessMode;
import io.quorate.auth.AuthChange;
import io.quorate.auth.KeyRange;
import io.quorate.state.MemberStatus;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Calls to the access control of the own etcd, each with a short deadline of its own. */
public interface AuthApi extends AutoCloseable {
  /** Whether a password is a user's. */
  enum Password {
    /** It is. */
    RIGHT,
    /** The user has another one, or there is no such user. */
    WRONG,
    /** The user has none, and cannot get one. */
    NONE,
    /** Access control is off: nobody can tell. */
    UNKNOWN;

    /** What etcd's answer to a login says of the password. */
    public static Reply<Password> of(Reply<Password> login) {
      String words = login.words();
      if (words.contains("no password user")) {
        return new Reply.Answered<>(NONE);
      }
      if (words.contains("authentication is not enabled")) {
        return new Reply.Answered<>(UNKNOWN);
      }
      return words.contains("authentication failed") ? new Reply.Answered<>(WRONG) : login;
    }
  }

  /**
   * Its state.
   *
   * @param enabled whether it is on
   * @param revision of users and roles; it grows with every change
   */
  record Status(boolean enabled, long revision) {}

  /** Whose etcd answers. */
  Reply<MemberStatus> member();

  /** Its state; a quorum has confirmed it. */
  Reply<Status> status();

  /** The names of all users. */
  Reply<List<String>> users();

  /** The roles of a user. */
  Reply<List<String>> rolesOf(String user);

  /** The names of all roles. */
  Reply<List<String>> roles();

  /** What a role allows; both where etcd has two modes for a range. */
  Reply<Map<KeyRange, AccessMode>> grantsOf(String role);

  /** Whether a password is a user's; it is not told of in any error. */
  Reply<Password> tries(String user, String password);

  /** Gives a user that has a password another one. */
  Reply<Boolean> setPassword(String user, String password);

  /**
   * Makes one change.
   *
   * @param password the password of a user that is added; empty: it has none
   */
  Reply<Boolean> make(AuthChange change, Optional<String> password);

  /** Ends its connections. */
  @Override
  void close();
}
