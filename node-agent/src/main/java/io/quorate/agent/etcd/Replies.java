package io.quorate.agent.etcd;

import io.etcd.jetcd.api.AlarmResponse;
import io.etcd.jetcd.api.Member;
import io.etcd.jetcd.api.ResponseHeader;
import io.etcd.jetcd.api.StatusResponse;
import io.quorate.model.EtcdClusterId;
import io.quorate.model.MemberId;
import java.util.List;
import java.util.Optional;

/** Turns etcd's messages into the agent's values. */
final class Replies {
  private Replies() {}

  static EtcdStatus status(StatusResponse reply) {
    ResponseHeader header = reply.getHeader();
    return new EtcdStatus(
        new EtcdClusterId(header.getClusterId()),
        new MemberId(header.getMemberId()),
        reply.getVersion(),
        reply.getLeader() == 0 ? Optional.empty() : Optional.of(new MemberId(reply.getLeader())),
        reply.getIsLearner(),
        header.getRevision(),
        reply.getRaftTerm(),
        reply.getRaftIndex(),
        reply.getRaftAppliedIndex(),
        reply.getDbSize(),
        reply.getDbSizeInUse(),
        reply.getErrorsList());
  }

  static MemberList members(ResponseHeader header, List<Member> members) {
    return new MemberList(
        new EtcdClusterId(header.getClusterId()),
        new MemberId(header.getMemberId()),
        members.stream().map(Replies::member).toList());
  }

  static EtcdMember member(Member member) {
    return new EtcdMember(
        new MemberId(member.getID()),
        member.getName(),
        member.getPeerURLsList(),
        member.getClientURLsList(),
        member.getIsLearner());
  }

  static LinearizableRead proof(ResponseHeader header) {
    return new LinearizableRead(
        new EtcdClusterId(header.getClusterId()),
        new MemberId(header.getMemberId()),
        header.getRevision(),
        header.getRaftTerm());
  }

  static List<EtcdAlarm> alarms(AlarmResponse reply) {
    return reply.getAlarmsList().stream()
        .map(
            alarm ->
                new EtcdAlarm(
                    new MemberId(alarm.getMemberID()),
                    switch (alarm.getAlarmValue()) {
                      case 1 -> EtcdAlarm.Kind.NOSPACE;
                      case 2 -> EtcdAlarm.Kind.CORRUPT;
                      default -> EtcdAlarm.Kind.UNKNOWN;
                    }))
        .toList();
  }
}
