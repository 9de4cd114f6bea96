package io.quorate.etcdmodel;

import io.quorate.model.EtcdClusterId;
import io.quorate.model.MemberId;
import java.util.Collection;
import java.util.Set;
import java.util.SortedMap;

/**
 * A running member as it is at this moment, without copying anything: to be looked at, not kept.
 */
public final class MemberView {
  private final Server server;

  MemberView(Server server) {
    this.server = server;
  }

  /** Its cluster's id. */
  public EtcdClusterId cluster() {
    return server.disk.clusterId;
  }

  /** Its id. */
  public MemberId member() {
    return server.disk.memberId;
  }

  /** Whether it leads. */
  public boolean leads() {
    return server.raft.leads();
  }

  /** Its term. */
  public long term() {
    return server.raft.term();
  }

  /** Whether it has given its vote in this term. */
  public boolean voted() {
    return server.disk.vote.isPresent();
  }

  /** The voters that its raft counts; another object when they have changed. */
  public Set<MemberId> voters() {
    return server.raft.voting.voters();
  }

  /** The members that it has applied. */
  public Collection<Member> members() {
    return server.applied.members().values();
  }

  /** Whether it has applied the write of a key. */
  public boolean has(String key) {
    SortedMap<String, Applied.Value> keys = server.applied.keys();
    return keys.containsKey(key);
  }

  /** Users and roles that it has applied. */
  public AuthStore auth() {
    return server.applied.auth();
  }

  /** Whether it defragments its database: it votes, and neither applies nor answers. */
  public boolean defragments() {
    return server.defragments();
  }

  /** Whether it has applied that a database is at its quota: it takes no write. */
  public boolean noSpace() {
    return !server.applied.noSpace().isEmpty();
  }

  /** Whether its database's file is at its quota. */
  public boolean full() {
    return server.pages.sizeBytes() >= server.pages.quotaBytes();
  }

  /** What the bytes come to that changed on its disk; 0 where its keys are what raft applied. */
  public long changed() {
    return server.applied.changed();
  }

  /** How far it knows the log to be committed. */
  public long committed() {
    return server.raft.committed;
  }

  /** Up to where it, leading, knows a member's log to be like its own; 0 where it knows nothing. */
  public long match(MemberId member) {
    Progress known = server.raft.leading.progress().get(member);
    return known == null ? 0 : known.match;
  }

  /** How far it has applied. */
  public long applied() {
    return server.raft.applied;
  }

  /** Whether, leading, it has applied all that its log held when it was elected. */
  public boolean settled() {
    return server.raft.leads() && server.disk.log.matches(server.raft.applied, server.raft.term());
  }

  /** Term of the last entry of its log. */
  public long lastTerm() {
    return server.disk.log.lastTerm();
  }

  /** Index of the last entry of its log. */
  public long lastIndex() {
    return server.disk.log.lastIndex();
  }
}
