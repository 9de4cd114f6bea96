package io.quorate.agent.local;

import io.quorate.agent.etcd.EtcdClient;
import io.quorate.agent.etcd.EtcdGauges;
import io.quorate.agent.etcd.EtcdMember;
import io.quorate.agent.etcd.EtcdRefusal;
import io.quorate.agent.etcd.EtcdReply;
import io.quorate.agent.etcd.MemberList;
import io.quorate.agent.port.EtcdApi;
import io.quorate.agent.port.ListedMembers;
import io.quorate.agent.port.Refusal;
import io.quorate.agent.port.Reply;
import io.quorate.model.MemberId;
import io.quorate.state.MemberEntry;
import io.quorate.state.MemberStatus;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;

/** {@link EtcdApi} over {@link EtcdClient}; several endpoints are asked on virtual threads. */
public final class GrpcEtcdApi implements EtcdApi {
  private static final Executor ASIDE = task -> Thread.ofVirtual().name("etcd-probe").start(task);

  private final EtcdClient admin;

  /** Calls through this. */
  public GrpcEtcdApi(EtcdClient admin) {
    this.admin = admin;
  }

  @Override
  public Reply<MemberStatus> status(String clientUrl) {
    return reply(admin.status(clientUrl)).map(GrpcEtcdApi::status);
  }

  private static MemberStatus status(io.quorate.agent.etcd.EtcdStatus s) {
    return new MemberStatus(
        s.memberId(),
        s.clusterId(),
        s.leader(),
        s.learner(),
        s.revision(),
        s.raftTerm(),
        s.raftIndex(),
        s.raftAppliedIndex(),
        s.dbBytes(),
        s.dbInUseBytes(),
        s.version(),
        s.errors());
  }

  @Override
  public Map<String, Reply<MemberStatus>> statuses(Collection<String> clientUrls) {
    return each(clientUrls, this::status);
  }

  private static <T> Map<String, Reply<T>> each(
      Collection<String> clientUrls, Function<String, Reply<T>> ask) {
    Map<String, CompletableFuture<Reply<T>>> asked = new HashMap<>();
    for (String url : clientUrls) {
      asked.put(url, CompletableFuture.supplyAsync(() -> ask.apply(url), ASIDE));
    }
    Map<String, Reply<T>> replies = new HashMap<>();
    asked.forEach((url, reply) -> replies.put(url, reply.join()));
    return replies;
  }

  @Override
  public Reply<ListedMembers> list(String clientUrl) {
    var read = admin.linearizableRead(clientUrl);
    if (read instanceof EtcdReply.Refused<io.quorate.agent.etcd.LinearizableRead> refused) {
      return refused(refused.refusal(), refused.message());
    }
    return reply(admin.membersLinearizable(clientUrl)).map(GrpcEtcdApi::listing);
  }

  @Override
  public Map<String, Reply<ListedMembers>> appliedLists(Collection<String> clientUrls) {
    return each(clientUrls, url -> reply(admin.members(url)).map(GrpcEtcdApi::listing));
  }

  private static ListedMembers listing(MemberList list) {
    return new ListedMembers(
        list.clusterId(),
        list.answeredBy(),
        list.members().stream().map(GrpcEtcdApi::listed).toList());
  }

  private static ListedMembers.Listed listed(EtcdMember member) {
    return new ListedMembers.Listed(
        new MemberEntry(member.id(), member.name(), member.peerUrls(), member.learner()),
        member.clientUrls());
  }

  @Override
  public Reply<MemberId> addLearner(String clientUrl, String peerUrl) {
    return reply(admin.addLearner(clientUrl, peerUrl)).map(EtcdMember::id);
  }

  @Override
  public Reply<MemberId> remove(String clientUrl, MemberId member) {
    return reply(admin.removeMember(clientUrl, member)).map(list -> member);
  }

  @Override
  public Reply<MemberId> promote(String clientUrl, MemberId member) {
    return reply(admin.promote(clientUrl, member)).map(list -> member);
  }

  @Override
  public Reply<Map<MemberId, Long>> receivedBytes(String clientUrl) {
    return reply(admin.metrics(clientUrl)).map(EtcdGauges::receivedBytes);
  }

  private static <T> Reply<T> reply(EtcdReply<T> reply) {
    return switch (reply) {
      case EtcdReply.Answer<T> answer -> new Reply.Answered<>(answer.value());
      case EtcdReply.Refused<T> refused -> refused(refused.refusal(), refused.message());
    };
  }

  /** What a refusal means to the agent. */
  public static <T> Reply<T> refused(EtcdRefusal why, String message) {
    return switch (why) {
      case TIMEOUT_UNKNOWN_OUTCOME -> new Reply.Unknown<>(message);
      case PEER_URL_EXISTS -> new Reply.Refused<>(Refusal.PEER_URL_EXISTS, message);
      case MEMBER_NOT_FOUND -> new Reply.Refused<>(Refusal.MEMBER_NOT_FOUND, message);
      case LEARNER_NOT_READY -> new Reply.Refused<>(Refusal.LEARNER_NOT_READY, message);
      case NOT_A_LEARNER -> new Reply.Refused<>(Refusal.NOT_A_LEARNER, message);
      case TOO_MANY_LEARNERS -> new Reply.Refused<>(Refusal.TOO_MANY_LEARNERS, message);
      case NOT_ENOUGH_STARTED, UNHEALTHY_CLUSTER ->
          new Reply.Refused<>(Refusal.NOT_SAFE_NOW, message);
      case NO_LEADER -> new Reply.Refused<>(Refusal.NO_LEADER, message);
      case LEARNER_READ_UNSUPPORTED -> new Reply.Refused<>(Refusal.IS_LEARNER, message);
      case UNAVAILABLE, NOT_LEADER, AUTH, NOSPACE, CORRUPT, OTHER ->
          new Reply.Refused<>(Refusal.OTHER, message);
    };
  }
}
