package io.quorate.agent.heartbeat;

import io.quorate.model.MemberId;
import io.quorate.state.PeerView.Contact;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Whether the own etcd ever received a byte from another member, or the member ever answered.
 *
 * <p>etcd creates a counter of received bytes with the first message of a member, and counts from
 * its own start on. One word of a member is kept for as long as it is listed: it may hold data.
 */
final class PeerContacts {
  private final Map<MemberId, Contact> seen = new HashMap<>();

  /**
   * Takes one look into account.
   *
   * @param members those listed; others are forgotten
   * @param answering those that answered
   * @param received the own etcd's counters; empty where they were not read
   */
  void looked(
      Set<MemberId> members, Set<MemberId> answering, Optional<Map<MemberId, Long>> received) {
    seen.keySet().retainAll(members);
    for (MemberId member : members) {
      Contact now = answering.contains(member) ? Contact.HEARD : counted(member, received);
      if (with(member) != Contact.HEARD) {
        seen.put(member, now);
      }
    }
  }

  /** A page without any counter says nothing: the own etcd has just started, or is alone. */
  private static Contact counted(MemberId member, Optional<Map<MemberId, Long>> received) {
    return received
        .filter(counters -> !counters.isEmpty())
        .map(counters -> counters.getOrDefault(member, 0L) > 0 ? Contact.HEARD : Contact.NEVER)
        .orElse(Contact.UNKNOWN);
  }

  /** What is known of a member. */
  Contact with(MemberId member) {
    return seen.getOrDefault(member, Contact.UNKNOWN);
  }
}
