package io.quorate.agent.etcd;

import io.quorate.model.EtcdClusterId;
import io.quorate.model.MemberId;
import java.util.List;
import java.util.Optional;

/** The membership as one member answers it. */
public record MemberList(EtcdClusterId clusterId, MemberId answeredBy, List<EtcdMember> members) {
  /** Copies the list. */
  public MemberList {
    members = List.copyOf(members);
  }

  /** The member that has this peer URL. */
  public Optional<EtcdMember> byPeerUrl(String peerUrl) {
    return members.stream().filter(member -> member.peerUrls().contains(peerUrl)).findFirst();
  }

  /** The member of this id. */
  public Optional<EtcdMember> byId(MemberId id) {
    return members.stream().filter(member -> member.id().equals(id)).findFirst();
  }
}
