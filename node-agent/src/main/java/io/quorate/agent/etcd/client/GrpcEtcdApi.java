package io.quorate.agent.etcd.client;

import com.google.common.util.concurrent.ListenableFuture;
import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import io.etcd.jetcd.api.AlarmMember;
import io.etcd.jetcd.api.AlarmRequest;
import io.etcd.jetcd.api.AlarmResponse;
import io.etcd.jetcd.api.AlarmType;
import io.etcd.jetcd.api.ClusterGrpc;
import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.MaintenanceGrpc;
import io.etcd.jetcd.api.MemberAddRequest;
import io.etcd.jetcd.api.MemberListRequest;
import io.etcd.jetcd.api.MemberPromoteRequest;
import io.etcd.jetcd.api.MemberRemoveRequest;
import io.etcd.jetcd.api.MemberUpdateRequest;
import io.etcd.jetcd.api.MoveLeaderRequest;
import io.etcd.jetcd.api.RangeRequest;
import io.etcd.jetcd.api.StatusRequest;
import io.quorate.agent.port.AlarmApi;
import io.quorate.agent.port.AuthApi;
import io.quorate.agent.port.EtcdApi;
import io.quorate.agent.port.ListedMembers;
import io.quorate.agent.port.Refusal;
import io.quorate.agent.port.Reply;
import io.quorate.model.MemberId;
import io.quorate.spec.EtcdVersion;
import io.quorate.state.MemberStatus;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * {@link EtcdApi} over jetcd's generated gRPC stubs. Each call goes to the one endpoint given, is
 * never retried, and ends within its deadline. Several endpoints are asked on virtual threads.
 */
public final class GrpcEtcdApi implements EtcdApi, AlarmApi, AutoCloseable {
  private static final Duration LOOK = Duration.ofMillis(100);
  private static final Executor ASIDE = task -> Thread.ofVirtual().name("etcd-probe").start(task);

  /** etcd's MemberListRequest.linearizable, which jetcd 0.8.7's proto lacks. */
  private static final MemberListRequest LINEARIZABLE_LIST =
      MemberListRequest.newBuilder()
          .setUnknownFields(
              UnknownFieldSet.newBuilder()
                  .addField(1, UnknownFieldSet.Field.newBuilder().addVarint(1).build())
                  .build())
          .build();

  /** Any key does: what counts is that a quorum confirmed the read. */
  private static final RangeRequest ANY_KEY =
      RangeRequest.newBuilder().setKey(ByteString.copyFromUtf8("\0")).setCountOnly(true).build();

  private final EtcdClients clients;
  private final GrpcCall call;
  private final EtcdDeadlines deadlines;
  private final MetricsPage metricsPage;

  /** Connects on demand; with TLS files, https endpoints use them. */
  public GrpcEtcdApi(EtcdDeadlines deadlines, Optional<TlsFiles> tls) {
    this(deadlines, TlsSource.fixed(tls), UnaryOperator.identity());
  }

  /**
   * Connects on demand; https endpoints use the TLS files that there are by then.
   *
   * @param route where a client URL is called: elsewhere for one that is closed to clients
   */
  public static GrpcEtcdApi following(
      EtcdDeadlines deadlines, Supplier<Optional<TlsFiles>> files, UnaryOperator<String> route) {
    return new GrpcEtcdApi(deadlines, new TlsSource(files), route);
  }

  private GrpcEtcdApi(EtcdDeadlines deadlines, TlsSource tls, UnaryOperator<String> route) {
    this.deadlines = deadlines;
    this.clients = new EtcdClients(deadlines, tls, route);
    this.call = new GrpcCall(clients);
    this.metricsPage = new MetricsPage(deadlines, tls, route);
  }

  @Override
  public Reply<MemberStatus> status(String clientUrl) {
    return status(clientUrl, deadlines.read());
  }

  private Reply<MemberStatus> status(String clientUrl, Duration deadline) {
    return call.make(
        clientUrl,
        channel -> MaintenanceGrpc.newFutureStub(channel),
        deadline,
        stub -> stub.status(StatusRequest.getDefaultInstance()),
        Replies::status);
  }

  @Override
  public Map<String, Reply<MemberStatus>> statuses(Collection<String> clientUrls) {
    return each(clientUrls, this::status);
  }

  /**
   * {@inheritDoc}
   *
   * <p>etcd goes on trying while it has no leader: who loses its quorum in the middle of the call
   * would know that only at the deadline.
   *
   * <p>Where access control is on, etcd refuses a caller that is no user only after a quorum has
   * confirmed the read.
   */
  @Override
  public Reply<ListedMembers> list(String clientUrl) {
    Reply<Long> read =
        call.make(
            clientUrl,
            channel -> KVGrpc.newFutureStub(channel),
            deadlines.read(),
            stub -> stub.range(ANY_KEY),
            reply -> reply.getHeader().getRevision(),
            new Leaderless(clientUrl));
    return switch (read) {
      case Reply.Answered<Long> answered -> members(clientUrl, LINEARIZABLE_LIST);
      case Reply.Refused<Long> refused when refused.why() == Refusal.AUTH ->
          members(clientUrl, LINEARIZABLE_LIST).map(list -> list.afterRefusal(refused.detail()));
      case Reply.Refused<Long> refused -> new Reply.Refused<>(refused.why(), refused.detail());
      case Reply.Unknown<Long> unknown -> new Reply.Unknown<>(unknown.detail());
    };
  }

  /**
   * Whether it is without a leader at two looks: an election that goes well lasts no longer. A look
   * is short, for one that hangs must not hold the call up past its own deadline.
   */
  private final class Leaderless implements Supplier<Optional<String>> {
    private final String clientUrl;
    private boolean before;

    Leaderless(String clientUrl) {
      this.clientUrl = clientUrl;
    }

    @Override
    public Optional<String> get() {
      boolean now =
          status(clientUrl, LOOK).answer().filter(status -> status.leader().isEmpty()).isPresent();
      boolean both = before && now;
      before = now;
      return both ? Optional.of("it has no leader") : Optional.empty();
    }
  }

  @Override
  public Map<String, Reply<ListedMembers>> appliedLists(Collection<String> clientUrls) {
    return each(clientUrls, url -> members(url, MemberListRequest.getDefaultInstance()));
  }

  private Reply<ListedMembers> members(String clientUrl, MemberListRequest request) {
    return cluster(
        clientUrl,
        deadlines.read(),
        stub -> stub.memberList(request),
        reply -> Replies.members(reply.getHeader(), reply.getMembersList()));
  }

  @Override
  public Reply<MemberId> addLearner(String clientUrl, String peerUrl) {
    MemberAddRequest request =
        MemberAddRequest.newBuilder().addPeerURLs(peerUrl).setIsLearner(true).build();
    return cluster(
        clientUrl,
        deadlines.change(),
        stub -> stub.memberAdd(request),
        reply -> new MemberId(reply.getMember().getID()));
  }

  @Override
  public Reply<MemberId> remove(String clientUrl, MemberId member) {
    MemberRemoveRequest request = MemberRemoveRequest.newBuilder().setID(member.bits()).build();
    return cluster(
        clientUrl, deadlines.change(), stub -> stub.memberRemove(request), reply -> member);
  }

  @Override
  public Reply<MemberId> promote(String clientUrl, MemberId member) {
    MemberPromoteRequest request = MemberPromoteRequest.newBuilder().setID(member.bits()).build();
    return cluster(
        clientUrl, deadlines.change(), stub -> stub.memberPromote(request), reply -> member);
  }

  @Override
  public Reply<MemberId> updatePeerUrl(String clientUrl, MemberId member, String peerUrl) {
    MemberUpdateRequest request =
        MemberUpdateRequest.newBuilder().setID(member.bits()).addPeerURLs(peerUrl).build();
    return cluster(
        clientUrl, deadlines.change(), stub -> stub.memberUpdate(request), reply -> member);
  }

  @Override
  public Reply<MemberId> moveLeader(String clientUrl, MemberId to) {
    MoveLeaderRequest request = MoveLeaderRequest.newBuilder().setTargetID(to.bits()).build();
    return call.make(
        clientUrl,
        channel -> MaintenanceGrpc.newFutureStub(channel),
        deadlines.change(),
        stub -> stub.moveLeader(request),
        reply -> to);
  }

  @Override
  public Reply<Map<MemberId, Long>> receivedBytes(String clientUrl) {
    return metricsPage.read(clientUrl).map(EtcdGauges::receivedBytes);
  }

  @Override
  public Reply<Boolean> accessControlOn(String clientUrl) {
    return AuthCalls.status(call, clientUrl, deadlines.read()).map(AuthApi.Status::enabled);
  }

  @Override
  public Reply<Long> authRevision(String clientUrl) {
    Reply<EtcdGauges> page = metricsPage.read(clientUrl);
    return page.answer().isPresent() && page.answer().get().authRevision().isEmpty()
        ? new Reply.Unknown<>(clientUrl + "/metrics has no revision of users and roles")
        : page.map(gauges -> gauges.authRevision().orElseThrow());
  }

  @Override
  public Reply<Boolean> downgrade(String clientUrl, Optional<EtcdVersion> to) {
    return DowngradeCall.make(call, clientUrl, deadlines.change(), to);
  }

  /** etcd disarms an alarm only by the id of the member that raised it. */
  @Override
  public Reply<Integer> disarmNoSpace(String clientUrl) {
    Reply<List<AlarmMember>> raised =
        alarm(clientUrl, AlarmRequest.getDefaultInstance(), AlarmResponse::getAlarmsList);
    Reply<Integer> disarmed = raised.map(alarms -> 0);
    for (AlarmMember alarm : raised.answer().orElse(List.of())) {
      if (alarm.getAlarm() == AlarmType.NOSPACE && disarmed.answer().isPresent()) {
        AlarmRequest request =
            AlarmRequest.newBuilder()
                .setAction(AlarmRequest.AlarmAction.DEACTIVATE)
                .setMemberID(alarm.getMemberID())
                .setAlarm(AlarmType.NOSPACE)
                .build();
        int before = disarmed.answer().get();
        disarmed = alarm(clientUrl, request, answer -> before + answer.getAlarmsCount());
      }
    }
    return disarmed;
  }

  private <T> Reply<T> alarm(
      String clientUrl, AlarmRequest request, Function<AlarmResponse, T> answer) {
    return call.make(
        clientUrl,
        channel -> MaintenanceGrpc.newFutureStub(channel),
        deadlines.change(),
        stub -> stub.alarm(request),
        answer);
  }

  /** How many channels are open: at most one per endpoint. */
  int openChannels() {
    return clients.size();
  }

  @Override
  public void close() {
    clients.close();
  }

  private <R, T> Reply<T> cluster(
      String clientUrl,
      Duration deadline,
      Function<ClusterGrpc.ClusterFutureStub, ListenableFuture<R>> request,
      Function<R, T> answer) {
    return call.make(
        clientUrl, channel -> ClusterGrpc.newFutureStub(channel), deadline, request, answer);
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
}
