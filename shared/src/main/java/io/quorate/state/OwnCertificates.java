package io.quorate.state;

import io.quorate.wire.Wire;
import java.time.Instant;
import java.util.Optional;

/**
 * What a node tells of certificates that are not the controller's.
 *
 * @param notAfter when the first of those in use expires; empty while none fits
 * @param unfit which file does not fit, and why; empty while all do
 */
public record OwnCertificates(
    @Wire.Cut(Wire.WORDS) Optional<Instant> notAfter, Optional<String> unfit) {}
