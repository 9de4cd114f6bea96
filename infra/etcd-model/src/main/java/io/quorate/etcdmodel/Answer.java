package io.quorate.etcdmodel;

import io.quorate.model.EtcdClusterId;
import io.quorate.model.MemberId;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What etcd answered. */
public sealed interface Answer {
  /** The revision after a put, and the cluster that made it. */
  record Written(EtcdClusterId cluster, long revision) implements Answer {}

  /** The names of all keys of a cluster at a revision. */
  record Keys(EtcdClusterId cluster, long revision, Set<String> keys) implements Answer {}

  /** The members. */
  record Listed(EtcdClusterId cluster, MemberId by, List<Member> members) implements Answer {}

  /** The member added. */
  record Added(MemberId member, List<Member> members) implements Answer {}

  /** A change was applied. */
  record Changed(List<Member> members) implements Answer {}

  /** The leadership is where it was asked for. */
  record Moved() implements Answer {}

  /** The endpoint's status. */
  record State(
      EtcdClusterId cluster,
      MemberId member,
      Optional<MemberId> leader,
      boolean learner,
      long revision,
      long term,
      long index,
      long appliedIndex,
      long digest,
      long sizeBytes,
      long inUseBytes,
      List<String> alarms)
      implements Answer {}

  /** The free pages are gone. */
  record Defragmented() implements Answer {}

  /** The history is dropped, and its pages are free. */
  record Compacted() implements Answer {}

  /** NOSPACE of so many members is disarmed. */
  record Disarmed(int members) implements Answer {}

  /** The hash of a member's keys at the revision that was asked for. */
  record Hashed(MemberId member, long hash, long compactRevision) implements Answer {}

  /** Users and roles were changed. */
  record AuthChanged() implements Answer {}

  /** Users and roles as a quorum has confirmed them; a caller takes what it asked for. */
  record Auth(AuthStore store) implements Answer {}

  /** A saved snapshot. */
  record Saved(SavedSnapshot snapshot) implements Answer {}
}
