package io.quorate.agent.execution;

import io.quorate.model.Generation;
import io.quorate.state.RevokedLeases;
import java.util.Optional;

/**
 * The right to begin a generation, used.
 *
 * @param generation which
 * @param nonce of its bootstrap
 * @param boot the agent's boot in which it was used
 * @param revoked the leases that were revoked before it served, where it began with a snapshot
 * @param closed whether etcd is closed to clients: the spec asks for access control, the data began
 *     without, and it was not seen on since
 */
public record BootstrapRight(
    Generation generation,
    String nonce,
    long boot,
    Optional<RevokedLeases> revoked,
    boolean closed) {
  /** Of a generation that begins empty, open to clients. */
  public BootstrapRight(Generation generation, String nonce, long boot) {
    this(generation, nonce, boot, Optional.empty(), false);
  }

  /** The same, open to clients. */
  public BootstrapRight opened() {
    return new BootstrapRight(generation, nonce, boot, revoked, false);
  }
}
