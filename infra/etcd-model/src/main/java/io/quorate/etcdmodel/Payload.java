package io.quorate.etcdmodel;

import io.quorate.auth.AuthChange;
import io.quorate.model.MemberId;
import java.util.Optional;

/** What a log entry does when it is applied. */
sealed interface Payload {
  /** Nothing: a new leader's first entry, or a change that raft refused. */
  record Nothing() implements Payload {}

  /** Writes a key. */
  record Put(long request, Caller by, String key, String value) implements Payload {}

  /** A member's name and client URL, published when it has started. */
  record Attributes(long request, MemberId member, String name, String clientUrl)
      implements Payload {}

  /** Adds a member. */
  record Add(long request, MemberId member, String peerUrl, boolean learner) implements Payload {}

  /** Makes a learner a voter. */
  record Promote(long request, MemberId member) implements Payload {}

  /** Removes a member. */
  record Remove(long request, MemberId member) implements Payload {}

  /** Changes a member's peer URL. */
  record Update(long request, MemberId member, String peerUrl) implements Payload {}

  /** Old revisions take so many bytes from now on; those since this one are kept longest. */
  record Fill(long request, long bytes, long since) implements Payload {}

  /** Drops the history up to a revision. */
  record Compact(long request, Caller by, long revision) implements Payload {}

  /** A member's database is at its quota. */
  record RaiseNoSpace(long request, MemberId member) implements Payload {}

  /** Disarms NOSPACE of every member. */
  record DisarmNoSpace(long request) implements Payload {}

  /** Changes users or roles; the password is that of a user that is added. */
  record ChangeAuth(long request, Caller by, AuthChange change, Optional<String> password)
      implements Payload {}

  /** Sets a user's password. */
  record SetPassword(long request, Caller by, String user, String password) implements Payload {}

  /** Changes nothing: what is asked about users and roles, where a quorum confirms it. */
  record ReadAuth(long request, Caller by, AuthRead read) implements Payload {}

  /** Whether it changes the configuration. */
  default boolean changesMembership() {
    return switch (this) {
      case Add add -> true;
      case Promote promote -> true;
      case Remove remove -> true;
      case Update update -> true;
      case Nothing nothing -> false;
      case Put put -> false;
      case Attributes attributes -> false;
      case Fill fill -> false;
      case Compact compact -> false;
      case RaiseNoSpace raise -> false;
      case DisarmNoSpace disarm -> false;
      case ChangeAuth change -> false;
      case SetPassword set -> false;
      case ReadAuth read -> false;
    };
  }

  /** The request that waits for it; 0 for none. */
  default long requestId() {
    return switch (this) {
      case Add add -> add.request();
      case Promote promote -> promote.request();
      case Remove remove -> remove.request();
      case Update update -> update.request();
      case Nothing nothing -> 0;
      case Put put -> put.request();
      case Attributes attributes -> attributes.request();
      case Fill fill -> fill.request();
      case Compact compact -> compact.request();
      case RaiseNoSpace raise -> raise.request();
      case DisarmNoSpace disarm -> disarm.request();
      case ChangeAuth change -> change.request();
      case SetPassword set -> set.request();
      case ReadAuth read -> read.request();
    };
  }
}
