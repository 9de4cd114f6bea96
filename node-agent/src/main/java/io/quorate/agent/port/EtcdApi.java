package io.quorate.agent.port;

import io.quorate.model.MemberId;
import io.quorate.spec.EtcdVersion;
import io.quorate.state.MemberStatus;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/** Calls to single etcd endpoints, each with a short deadline of its own. */
public interface EtcdApi {
  /** The endpoint's own status; needs no quorum. */
  Reply<MemberStatus> status(String clientUrl);

  /** The status of several endpoints, asked at the same time; one entry each. */
  Map<String, Reply<MemberStatus>> statuses(Collection<String> clientUrls);

  /**
   * A linearizable read, then the member list, both on this endpoint. A refusal as {@link
   * Refusal#AUTH} comes after a quorum has confirmed the read.
   */
  Reply<ListedMembers> list(String clientUrl);

  /**
   * The member list of each endpoint as that member has applied it, asked at the same time; one
   * entry each. It needs no quorum and may be old: what it gives is what an etcd that joins gets.
   */
  Map<String, Reply<ListedMembers>> appliedLists(Collection<String> clientUrls);

  /** Adds a learner; its id. */
  Reply<MemberId> addLearner(String clientUrl, String peerUrl);

  /** Removes a member. */
  Reply<MemberId> remove(String clientUrl, MemberId member);

  /** Makes a learner a voter. */
  Reply<MemberId> promote(String clientUrl, MemberId member);

  /** Changes where a voter's peers look for it. */
  Reply<MemberId> updatePeerUrl(String clientUrl, MemberId member, String peerUrl);

  /** Moves the leadership from this endpoint's member, which has to lead, to another voter. */
  Reply<MemberId> moveLeader(String clientUrl, MemberId to);

  /**
   * How many bytes of raft messages this endpoint's etcd has received from each other member since
   * it started. A member that it never heard from may be missing.
   */
  Reply<Map<MemberId, Long>> receivedBytes(String clientUrl);

  /**
   * Whether the endpoint's access control is on, as a quorum has confirmed. One that refuses the
   * agent as {@link Refusal#AUTH} has it on.
   */
  default Reply<Boolean> accessControlOn(String clientUrl) {
    return new Reply.Unknown<>(clientUrl + ": has no users and roles");
  }

  /**
   * Allows the cluster to go back to the release line of this version, or no more where it is
   * empty. etcd refuses as {@link Refusal#OTHER} what holds already.
   */
  default Reply<Boolean> downgrade(String clientUrl, Optional<EtcdVersion> to) {
    return new Reply.Unknown<>(clientUrl + ": knows no downgrade");
  }

  /** The revision of the endpoint's users and roles, as it has applied them. */
  default Reply<Long> authRevision(String clientUrl) {
    return new Reply.Unknown<>(clientUrl + ": has no users and roles");
  }
}
