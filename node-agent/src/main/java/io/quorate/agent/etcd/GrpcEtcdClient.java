package io.quorate.agent.etcd;

import com.google.common.util.concurrent.ListenableFuture;
import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import io.etcd.jetcd.api.AlarmRequest;
import io.etcd.jetcd.api.ClusterGrpc;
import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.MaintenanceGrpc;
import io.etcd.jetcd.api.MemberAddRequest;
import io.etcd.jetcd.api.MemberListRequest;
import io.etcd.jetcd.api.MemberPromoteRequest;
import io.etcd.jetcd.api.MemberRemoveRequest;
import io.etcd.jetcd.api.MoveLeaderRequest;
import io.etcd.jetcd.api.RangeRequest;
import io.etcd.jetcd.api.StatusRequest;
import io.quorate.model.MemberId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** {@link EtcdClient} over jetcd's generated gRPC stubs. */
public final class GrpcEtcdClient implements EtcdClient {
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
  public GrpcEtcdClient(EtcdDeadlines deadlines, Optional<TlsFiles> tls) {
    this.deadlines = deadlines;
    Optional<EtcdTls> read = tls.map(EtcdTls::read);
    this.clients = new EtcdClients(deadlines, read);
    this.call = new GrpcCall(clients);
    this.metricsPage = new MetricsPage(deadlines, read);
  }

  @Override
  public EtcdReply<EtcdStatus> status(String endpoint) {
    return maintenance(
        endpoint,
        deadlines.read(),
        stub -> stub.status(StatusRequest.getDefaultInstance()),
        Replies::status);
  }

  @Override
  public EtcdReply<MemberList> members(String endpoint) {
    return cluster(
        endpoint,
        deadlines.read(),
        stub -> stub.memberList(MemberListRequest.getDefaultInstance()),
        reply -> Replies.members(reply.getHeader(), reply.getMembersList()));
  }

  @Override
  public EtcdReply<MemberList> membersLinearizable(String endpoint) {
    return cluster(
        endpoint,
        deadlines.read(),
        stub -> stub.memberList(LINEARIZABLE_LIST),
        reply -> Replies.members(reply.getHeader(), reply.getMembersList()));
  }

  @Override
  public EtcdReply<LinearizableRead> linearizableRead(String endpoint) {
    return call.make(
        endpoint,
        channel -> KVGrpc.newFutureStub(channel),
        deadlines.read(),
        stub -> stub.range(ANY_KEY),
        reply -> Replies.proof(reply.getHeader()));
  }

  @Override
  public EtcdReply<EtcdMember> addLearner(String endpoint, String peerUrl) {
    MemberAddRequest request =
        MemberAddRequest.newBuilder().addPeerURLs(peerUrl).setIsLearner(true).build();
    return cluster(
        endpoint,
        deadlines.change(),
        stub -> stub.memberAdd(request),
        reply -> Replies.member(reply.getMember()));
  }

  @Override
  public EtcdReply<MemberList> removeMember(String endpoint, MemberId member) {
    MemberRemoveRequest request = MemberRemoveRequest.newBuilder().setID(member.bits()).build();
    return cluster(
        endpoint,
        deadlines.change(),
        stub -> stub.memberRemove(request),
        reply -> Replies.members(reply.getHeader(), reply.getMembersList()));
  }

  @Override
  public EtcdReply<MemberList> promote(String endpoint, MemberId learner) {
    MemberPromoteRequest request = MemberPromoteRequest.newBuilder().setID(learner.bits()).build();
    return cluster(
        endpoint,
        deadlines.change(),
        stub -> stub.memberPromote(request),
        reply -> Replies.members(reply.getHeader(), reply.getMembersList()));
  }

  @Override
  public EtcdReply<MemberId> moveLeader(String leaderEndpoint, MemberId to) {
    MoveLeaderRequest request = MoveLeaderRequest.newBuilder().setTargetID(to.bits()).build();
    return maintenance(
        leaderEndpoint, deadlines.change(), stub -> stub.moveLeader(request), reply -> to);
  }

  @Override
  public EtcdReply<List<EtcdAlarm>> alarms(String endpoint) {
    AlarmRequest request =
        AlarmRequest.newBuilder().setAction(AlarmRequest.AlarmAction.GET).build();
    return maintenance(endpoint, deadlines.read(), stub -> stub.alarm(request), Replies::alarms);
  }

  @Override
  public EtcdReply<EtcdGauges> metrics(String endpoint) {
    return metricsPage.read(endpoint);
  }

  /** How many channels are open: at most one per endpoint. */
  int openChannels() {
    return clients.size();
  }

  @Override
  public void close() {
    clients.close();
  }

  private <R, T> EtcdReply<T> maintenance(
      String endpoint,
      Duration deadline,
      Function<MaintenanceGrpc.MaintenanceFutureStub, ListenableFuture<R>> request,
      Function<R, T> answer) {
    return call.make(
        endpoint, channel -> MaintenanceGrpc.newFutureStub(channel), deadline, request, answer);
  }

  private <R, T> EtcdReply<T> cluster(
      String endpoint,
      Duration deadline,
      Function<ClusterGrpc.ClusterFutureStub, ListenableFuture<R>> request,
      Function<R, T> answer) {
    return call.make(
        endpoint, channel -> ClusterGrpc.newFutureStub(channel), deadline, request, answer);
  }
}
