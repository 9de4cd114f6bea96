package io.quorate.agent.supervision;

import io.quorate.agent.execution.JournalMember;
import io.quorate.agent.port.EtcdApi;
import io.quorate.agent.port.ListedMembers;
import java.util.Optional;

/** Asks the other members whether this one was removed: an exit code is only a hint. */
final class RemovalProof {
  private RemovalProof() {}

  /** Whether it was, as a quorum says; empty when nobody could say. */
  static Optional<Boolean> removed(EtcdApi etcd, JournalMember member) {
    for (String contact : member.contacts()) {
      Optional<ListedMembers> listing = etcd.list(contact).answer();
      if (listing.filter(l -> l.clusterId().equals(member.identity().clusterId())).isPresent()) {
        return Optional.of(listing.get().member(member.identity().memberId()).isEmpty());
      }
    }
    return Optional.empty();
  }
}
