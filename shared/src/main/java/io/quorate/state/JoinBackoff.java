package io.quorate.state;

import java.time.Instant;

/**
 * How often a node failed at joining, and when it may try again.
 *
 * @param failures in a row
 * @param notBefore by the controller's clock
 */
public record JoinBackoff(long failures, Instant notBefore) {}
