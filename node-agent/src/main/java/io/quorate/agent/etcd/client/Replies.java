package io.quorate.agent.etcd.client;

import io.etcd.jetcd.api.Member;
import io.etcd.jetcd.api.ResponseHeader;
import io.etcd.jetcd.api.StatusResponse;
import io.quorate.agent.port.ListedMembers;
import io.quorate.model.EtcdClusterId;
import io.quorate.model.MemberId;
import io.quorate.state.MemberEntry;
import io.quorate.state.MemberStatus;
import java.util.List;
import java.util.Optional;

/** Turns etcd's messages into the agent's values. */
final class Replies {
  private Replies() {}

  static MemberStatus status(StatusResponse reply) {
    ResponseHeader header = reply.getHeader();
    return new MemberStatus(
        new MemberId(header.getMemberId()),
        new EtcdClusterId(header.getClusterId()),
        reply.getLeader() == 0 ? Optional.empty() : Optional.of(new MemberId(reply.getLeader())),
        reply.getIsLearner(),
        header.getRevision(),
        reply.getRaftTerm(),
        reply.getRaftIndex(),
        reply.getRaftAppliedIndex(),
        reply.getDbSize(),
        reply.getDbSizeInUse(),
        reply.getVersion(),
        reply.getErrorsList());
  }

  static ListedMembers members(ResponseHeader header, List<Member> members) {
    return new ListedMembers(
        new EtcdClusterId(header.getClusterId()),
        new MemberId(header.getMemberId()),
        members.stream().map(Replies::listed).toList());
  }

  private static ListedMembers.Listed listed(Member member) {
    return new ListedMembers.Listed(
        new MemberEntry(
            new MemberId(member.getID()),
            member.getName(),
            member.getPeerURLsList(),
            member.getIsLearner()),
        member.getClientURLsList());
  }
}
