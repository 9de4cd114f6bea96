package io.quorate.deployment;

import com.google.common.util.concurrent.ListenableFuture;
import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import io.etcd.jetcd.api.AlarmMember;
import io.etcd.jetcd.api.AlarmRequest;
import io.etcd.jetcd.api.AlarmType;
import io.etcd.jetcd.api.ClusterGrpc;
import io.etcd.jetcd.api.CompactionRequest;
import io.etcd.jetcd.api.DefragmentRequest;
import io.etcd.jetcd.api.HashKVRequest;
import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.MaintenanceGrpc;
import io.etcd.jetcd.api.Member;
import io.etcd.jetcd.api.MemberAddRequest;
import io.etcd.jetcd.api.MemberListRequest;
import io.etcd.jetcd.api.MemberListResponse;
import io.etcd.jetcd.api.MemberPromoteRequest;
import io.etcd.jetcd.api.MemberRemoveRequest;
import io.etcd.jetcd.api.MemberUpdateRequest;
import io.etcd.jetcd.api.MoveLeaderRequest;
import io.etcd.jetcd.api.PutRequest;
import io.etcd.jetcd.api.RangeRequest;
import io.etcd.jetcd.api.StatusRequest;
import io.etcd.jetcd.api.StatusResponse;
import io.netty.handler.ssl.SslContext;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * A client of one etcd member; every call ends within two seconds, or what it is told. It calls by
 * gRPC: etcd's JSON gateway takes no user from a certificate.
 */
public final class Etcd {
  static final Duration PATIENCE = Duration.ofSeconds(2);

  /** etcd's MemberListRequest.linearizable, which jetcd 0.8.7's proto lacks. */
  private static final MemberListRequest LINEARIZABLE_LIST =
      MemberListRequest.newBuilder()
          .setUnknownFields(
              UnknownFieldSet.newBuilder()
                  .addField(1, UnknownFieldSet.Field.newBuilder().addVarint(1).build())
                  .build())
          .build();

  /** etcd 3.6's StatusResponse.storageVersion, which that proto lacks, too. */
  private static final int STORAGE_VERSION = 11;

  private final String clientUrl;
  private final EtcdCalls calls;

  /** A client of the member at this client URL. */
  public Etcd(String clientUrl) {
    this(clientUrl, PATIENCE);
  }

  /** The same, each of whose calls ends within this time. */
  public Etcd(String clientUrl, Duration patience) {
    this(clientUrl, patience, Optional.empty());
  }

  /** The same, over TLS of this kind. */
  Etcd(String clientUrl, Duration patience, Optional<SslContext> tls) {
    this.clientUrl = clientUrl;
    this.calls = new EtcdCalls(new EtcdChannels.To(clientUrl, tls), patience);
  }

  /** Where the member is. */
  public String clientUrl() {
    return clientUrl;
  }

  /** Puts, and returns the revision that acknowledged it. */
  public long put(String key, String value) {
    PutRequest request = PutRequest.newBuilder().setKey(utf8(key)).setValue(utf8(value)).build();
    return kv(stub -> stub.put(request)).getHeader().getRevision();
  }

  /** A linearizable read of all keys with a prefix. */
  public Map<String, String> range(String prefix) {
    String end =
        prefix.substring(0, prefix.length() - 1) + (char) (prefix.charAt(prefix.length() - 1) + 1);
    RangeRequest request =
        RangeRequest.newBuilder().setKey(utf8(prefix)).setRangeEnd(utf8(end)).build();
    Map<String, String> found = new LinkedHashMap<>();
    kv(stub -> stub.range(request))
        .getKvsList()
        .forEach(pair -> found.put(pair.getKey().toStringUtf8(), pair.getValue().toStringUtf8()));
    return found;
  }

  /** Member names by id, learners marked; from the linearizable list. */
  public Map<String, String> members() {
    Map<String, String> members = new LinkedHashMap<>();
    for (Member member : list().getMembersList()) {
      String name = member.getName();
      members.put(hex(member.getID()), member.getIsLearner() ? name + " (learner)" : name);
    }
    return members;
  }

  /** The cluster's id in hexadecimal, as this member tells it. */
  public String clusterId() {
    return hex(list().getHeader().getClusterId());
  }

  /** Removes a member by its id in hexadecimal. */
  public boolean removeMember(String id) {
    MemberRemoveRequest request = MemberRemoveRequest.newBuilder().setID(bits(id)).build();
    return cluster(stub -> stub.memberRemove(request)).hasHeader();
  }

  /** Where the peers of a member look for it, by its id in hexadecimal. */
  public List<String> peerUrls(String id) {
    return list().getMembersList().stream()
        .filter(member -> member.getID() == bits(id))
        .flatMap(member -> member.getPeerURLsList().stream())
        .toList();
  }

  /** Changes where the peers of a member look for it. */
  public void updateMember(String id, String peerUrl) {
    MemberUpdateRequest request =
        MemberUpdateRequest.newBuilder().setID(bits(id)).addPeerURLs(peerUrl).build();
    cluster(stub -> stub.memberUpdate(request));
  }

  /** Adds a voter; its id in hexadecimal. */
  public String addVoter(String peerUrl) {
    MemberAddRequest request = MemberAddRequest.newBuilder().addPeerURLs(peerUrl).build();
    return hex(cluster(stub -> stub.memberAdd(request)).getMember().getID());
  }

  /** Adds a learner. */
  public boolean addLearner(String peerUrl) {
    MemberAddRequest request =
        MemberAddRequest.newBuilder().addPeerURLs(peerUrl).setIsLearner(true).build();
    return cluster(stub -> stub.memberAdd(request)).hasMember();
  }

  /** Promotes a learner, by its id in hexadecimal. */
  public boolean promote(String id) {
    MemberPromoteRequest request = MemberPromoteRequest.newBuilder().setID(bits(id)).build();
    return cluster(stub -> stub.memberPromote(request)).hasHeader();
  }

  /** This member's own id in hexadecimal; it answers that without a leader, too. */
  public String memberId() {
    return hex(status().getHeader().getMemberId());
  }

  /** Whether this member leads, as it sees it. */
  public boolean leads() {
    StatusResponse status = status();
    return status.getHeader().getMemberId() == status.getLeader();
  }

  /** The release that this member runs. */
  public String version() {
    return status().getVersion();
  }

  /** By which release line this member writes its files, as etcd tells from 3.6 on. */
  public Optional<String> storageVersion() {
    return status().getUnknownFields().getField(STORAGE_VERSION).getLengthDelimitedList().stream()
        .map(ByteString::toStringUtf8)
        .findFirst();
  }

  /** How large this member's database is. */
  public long databaseBytes() {
    return status().getDbSize();
  }

  /** Gives the leadership of this member to another, by its id in hexadecimal. */
  public void moveLeader(String id) {
    MoveLeaderRequest request = MoveLeaderRequest.newBuilder().setTargetID(bits(id)).build();
    maintenance(stub -> stub.moveLeader(request));
  }

  /** The newest revision that this member has. */
  public long revision() {
    return status().getHeader().getRevision();
  }

  /** Compacts the history up to a revision; answers once the pages of this member are free. */
  public void compact(long revision) {
    CompactionRequest request =
        CompactionRequest.newBuilder().setRevision(revision).setPhysical(true).build();
    kv(stub -> stub.compact(request));
  }

  /** Writes the database of this member anew, without its free pages. */
  public void defragment() {
    maintenance(stub -> stub.defragment(DefragmentRequest.getDefaultInstance()));
  }

  /** Takes back the alarm NOSPACE of each member that raised it. */
  public void disarmNoSpace() {
    AlarmRequest get = AlarmRequest.newBuilder().setAction(AlarmRequest.AlarmAction.GET).build();
    for (AlarmMember raised : maintenance(stub -> stub.alarm(get)).getAlarmsList()) {
      AlarmRequest disarm =
          AlarmRequest.newBuilder()
              .setAction(AlarmRequest.AlarmAction.DEACTIVATE)
              .setMemberID(raised.getMemberID())
              .setAlarm(AlarmType.NOSPACE)
              .build();
      maintenance(stub -> stub.alarm(disarm));
    }
  }

  /** HashKV at a revision that this member has. */
  public long hash(long revision) {
    HashKVRequest request = HashKVRequest.newBuilder().setRevision(revision).build();
    return Integer.toUnsignedLong(maintenance(stub -> stub.hashKV(request)).getHash());
  }

  private StatusResponse status() {
    return maintenance(stub -> stub.status(StatusRequest.getDefaultInstance()));
  }

  private MemberListResponse list() {
    return cluster(stub -> stub.memberList(LINEARIZABLE_LIST));
  }

  private <R> R kv(Function<KVGrpc.KVFutureStub, ListenableFuture<R>> request) {
    return calls.make(channel -> KVGrpc.newFutureStub(channel), request);
  }

  private <R> R cluster(Function<ClusterGrpc.ClusterFutureStub, ListenableFuture<R>> request) {
    return calls.make(channel -> ClusterGrpc.newFutureStub(channel), request);
  }

  private <R> R maintenance(
      Function<MaintenanceGrpc.MaintenanceFutureStub, ListenableFuture<R>> request) {
    return calls.make(channel -> MaintenanceGrpc.newFutureStub(channel), request);
  }

  private static String hex(long id) {
    return Long.toHexString(id);
  }

  private static long bits(String id) {
    return Long.parseUnsignedLong(id, 16);
  }

  private static ByteString utf8(String text) {
    return ByteString.copyFromUtf8(text);
  }
}
