package io.quorate.state;

import io.quorate.wire.Wire;
import java.time.Instant;
import java.util.Optional;

/**
 * What a node tells of certificates that are not the controller's.
 *
 * @param notAfter when the first of those in use expires; empty while none fits
 * @param unfit which file does not fit, and why; empty while all do
 * @param name the common name of the agent's own, which access control takes for its user; absent
 *     in rows of older agents
 */
public record OwnCertificates(
    Optional<Instant> notAfter,
    @Wire.Cut(Wire.WORDS) Optional<String> unfit,
    @Wire.Cut(Wire.WORDS) Optional<String> name) {
  /** Of an agent that does not tell its name. */
  public OwnCertificates(Optional<Instant> notAfter, Optional<String> unfit) {
    this(notAfter, unfit, Optional.empty());
  }
}
