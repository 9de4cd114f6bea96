package io.quorate.state;

import java.time.Duration;
import java.time.Instant;

/**
 * What a controller's clock showed. Only readings of one and the same clock tell how much time has
 * passed; those of two clocks tell it to {@link #CLOCKS_APART}.
 *
 * @param clock names the clock: one for each execution environment of the function
 * @param at what it showed
 */
public record ClockReading(String clock, Instant at) {
  /** How far the clocks of two healthy controllers may differ, at the very most. */
  public static final Duration CLOCKS_APART = Duration.ofMinutes(5);
}
