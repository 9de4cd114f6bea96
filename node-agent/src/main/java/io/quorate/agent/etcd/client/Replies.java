package io.quorate.agent.etcd.client;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnknownFieldSet;
import io.etcd.jetcd.api.Member;
import io.etcd.jetcd.api.ResponseHeader;
import io.etcd.jetcd.api.StatusResponse;
import io.quorate.agent.port.ListedMembers;
import io.quorate.model.EtcdClusterId;
import io.quorate.model.MemberId;
import io.quorate.release.StorageVersion;
import io.quorate.spec.EtcdVersion;
import io.quorate.state.MemberEntry;
import io.quorate.state.MemberStatus;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns etcd's messages into the agent's values. */
final class Replies {
  private static final Logger LOG = LoggerFactory.getLogger(Replies.class);

  /** Fields of etcd 3.6's StatusResponse. */
  private static final int STORAGE_VERSION = 11;

  private static final int DOWNGRADE_INFO = 13;

  /** Fields of its DowngradeInfo. */
  private static final int DOWNGRADE_ENABLED = 1;

  private static final int DOWNGRADE_TARGET = 2;

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
        reply.getErrorsList(),
        storage(reply.getUnknownFields()));
  }

  /** What etcd tells from 3.6 on, which jetcd 0.8.7's proto lacks. */
  private static Optional<StorageVersion> storage(UnknownFieldSet fields) {
    Optional<EtcdVersion> downgrade =
        fields.getField(DOWNGRADE_INFO).getLengthDelimitedList().stream()
            .findFirst()
            .flatMap(Replies::downgrade);
    return version(fields, STORAGE_VERSION).map(version -> new StorageVersion(version, downgrade));
  }

  private static Optional<EtcdVersion> downgrade(ByteString info) {
    try {
      UnknownFieldSet fields = UnknownFieldSet.parseFrom(info);
      return fields.getField(DOWNGRADE_ENABLED).getVarintList().contains(1L)
          ? version(fields, DOWNGRADE_TARGET)
          : Optional.empty();
    } catch (InvalidProtocolBufferException e) {
      LOG.warn("event=downgrade-unread detail=\"{}\"", e.toString());
      return Optional.empty();
    }
  }

  private static Optional<EtcdVersion> version(UnknownFieldSet fields, int number) {
    return fields.getField(number).getLengthDelimitedList().stream()
        .findFirst()
        .flatMap(text -> EtcdVersion.parse(text.toStringUtf8()));
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
