package io.quorate.state;

import io.quorate.model.MemberId;
import io.quorate.wire.Wire;
import java.util.Optional;

/**
 * What this node's agent sees of another member.
 *
 * @param id the other member
 * @param silentMillis for how long it was seen to give no sign of life, neither an answer nor a
 *     raft message, on this agent's monotonic clock; zero while it answers, at least one while it
 *     does not
 * @param connected whether raft messages from it still reach this node's etcd, or that is unknown;
 *     only a leader hears from all that live
 * @param told of a member without a name: whether it was ever heard
 */
public record PeerView(
    MemberId id,
    @Wire.Count long silentMillis,
    boolean connected,
    @Wire.Name("contact") Optional<Contact> told) {
  /** Whether this node, since its etcd or its agent started, ever had a sign of life of it. */
  public enum Contact {
    /** Nobody looked: it is told only of a member without a name, and of no older agent. */
    UNKNOWN,
    /** This node's etcd received nothing from it, and it never answered this agent. */
    NEVER,
    /** This node's etcd received something from it, or it answered. */
    HEARD
  }

  /** Of a member that has a name. */
  public PeerView(MemberId id, long silentMillis, boolean connected) {
    this(id, silentMillis, connected, Optional.empty());
  }

  /** Of a member without a name. */
  public PeerView(MemberId id, long silentMillis, boolean connected, Contact contact) {
    this(
        id,
        silentMillis,
        connected,
        Optional.of(contact).filter(known -> known != Contact.UNKNOWN));
  }

  /** Whether it was ever heard. */
  public Contact contact() {
    return told.orElse(Contact.UNKNOWN);
  }

  /** Whether it answered the latest probe. */
  public boolean answering() {
    return silentMillis == 0;
  }
}
