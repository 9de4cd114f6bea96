package io.quorate.state;

import java.time.Instant;

/**
 * The latest decision that changed something.
 *
 * @param decision what was decided
 * @param reason why, by its code
 * @param message why, in words
 * @param at when, by the controller's clock
 */
public record DecisionSummary(String decision, String reason, String message, Instant at) {}
