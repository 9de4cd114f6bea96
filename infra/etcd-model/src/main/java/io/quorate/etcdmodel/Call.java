package io.quorate.etcdmodel;

import io.quorate.auth.AuthChange;
import io.quorate.auth.KeyRange;
import io.quorate.model.MemberId;
import java.util.Optional;

/** What a client asks of one etcd endpoint. */
public sealed interface Call {
  /** Writes a key. */
  record Put(String key, String value) implements Call {}

  /** Reads the keys of a range, linearizably or as this member has them. */
  record Range(boolean linearizable, KeyRange range) implements Call {
    /** Of all keys. */
    public Range(boolean linearizable) {
      this(linearizable, KeyRange.prefix(""));
    }
  }

  /** Lists the members, linearizably or as this member has them. */
  record Members(boolean linearizable) implements Call {}

  /** Adds a member. */
  record Add(String peerUrl, boolean learner) implements Call {}

  /** Removes a member. */
  record Remove(MemberId member) implements Call {}

  /** Makes a learner a voter. */
  record Promote(MemberId member) implements Call {}

  /** Changes where a member's peers look for it. */
  record Update(MemberId member, String peerUrl) implements Call {}

  /** Hands the leadership over; only the leader does. */
  record MoveLeader(MemberId to) implements Call {}

  /** The endpoint's own status. */
  record Status() implements Call {}

  /** Gives free pages back to the disk, which takes so long: nothing is applied or answered. */
  record Defragment(long millis) implements Call {}

  /** Drops the history up to a revision; answered once its pages are free on this member. */
  record Compact(long revision) implements Call {}

  /** Disarms NOSPACE of every member that raised it. */
  record DisarmNoSpace() implements Call {}

  /** The hash of all keys at a revision, as this member has them. */
  record Hash(long revision) implements Call {}

  /** A snapshot of the key store, streamed by this member as it has it. */
  record Save() implements Call {}

  /** Changes users or roles; the password is that of a user that is added. */
  record ChangeAuth(AuthChange change, Optional<String> password) implements Call {
    /** Without a password. */
    public ChangeAuth(AuthChange change) {
      this(change, Optional.empty());
    }
  }

  /** Sets a user's password. */
  record SetPassword(String user, String password) implements Call {}

  /** The revision of users and roles, as the page of metrics has it: any certificate will do. */
  record AuthRevision() implements Call {}

  /** Asks about users and roles. */
  record ReadAuth(AuthRead read) implements Call {}
}
