package io.quorate.agent.steps;

import io.quorate.agent.port.EtcdApi;
import io.quorate.agent.port.ListedMembers;
import io.quorate.agent.port.Reply;
import io.quorate.model.MemberId;
import io.quorate.state.MemberStatus;
import java.util.Collection;
import java.util.Map;

/** No etcd answers anywhere. */
final class NoEtcd implements EtcdApi {
  private static <T> Reply<T> nothing() {
    return new Reply.Unknown<>("nobody listens");
  }

  @Override
  public Reply<MemberStatus> status(String clientUrl) {
    return nothing();
  }

  @Override
  public Map<String, Reply<MemberStatus>> statuses(Collection<String> clientUrls) {
    return Map.of();
  }

  @Override
  public Reply<ListedMembers> list(String clientUrl) {
    return nothing();
  }

  @Override
  public Map<String, Reply<ListedMembers>> appliedLists(Collection<String> clientUrls) {
    return Map.of();
  }

  @Override
  public Reply<MemberId> addLearner(String clientUrl, String peerUrl) {
    return nothing();
  }

  @Override
  public Reply<MemberId> remove(String clientUrl, MemberId member) {
    return nothing();
  }

  @Override
  public Reply<MemberId> promote(String clientUrl, MemberId member) {
    return nothing();
  }

  @Override
  public Reply<MemberId> updatePeerUrl(String clientUrl, MemberId member, String peerUrl) {
    return nothing();
  }

  @Override
  public Reply<MemberId> moveLeader(String clientUrl, MemberId member) {
    return nothing();
  }

  @Override
  public Reply<Map<MemberId, Long>> receivedBytes(String clientUrl) {
    return nothing();
  }
}
