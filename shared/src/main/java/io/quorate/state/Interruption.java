package io.quorate.state;

import java.time.Instant;

/**
 * That the cloud is about to take the instance.
 *
 * @param action what the cloud announced, such as {@code terminate}
 * @param at when it will happen
 */
public record Interruption(String action, Instant at) {}
