package io.quorate.agent.etcd;

import io.quorate.model.MemberId;
import java.util.List;

/**
 * The calls the agent makes to etcd. Each goes to the one endpoint given, a client URL, is never
 * retried, and ends within the adapter's deadline.
 */
public interface EtcdClient extends AutoCloseable {
  /** What the member says of itself; needs no quorum. */
  EtcdReply<EtcdStatus> status(String endpoint);

  /** The member's own copy of the membership; may be stale. */
  EtcdReply<MemberList> members(String endpoint);

  /** The membership after a round through a quorum. */
  EtcdReply<MemberList> membersLinearizable(String endpoint);

  /** Reads through a quorum: what resolves a call of unknown outcome. */
  EtcdReply<LinearizableRead> linearizableRead(String endpoint);

  /** Adds a learner and returns the membership with it. */
  EtcdReply<EtcdMember> addLearner(String endpoint, String peerUrl);

  /** Removes a member. */
  EtcdReply<MemberList> removeMember(String endpoint, MemberId member);

  /** Makes a learner a voter. */
  EtcdReply<MemberList> promote(String endpoint, MemberId learner);

  /** Hands the leadership over; the endpoint must be the leader's. */
  EtcdReply<MemberId> moveLeader(String leaderEndpoint, MemberId to);

  /** The alarms that are raised. */
  EtcdReply<List<EtcdAlarm>> alarms(String endpoint);

  /** The gauges on the member's {@code /metrics} page. */
  EtcdReply<EtcdGauges> metrics(String endpoint);

  @Override
  void close();
}
