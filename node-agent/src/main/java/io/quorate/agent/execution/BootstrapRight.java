package io.quorate.agent.execution;

import io.quorate.model.Generation;

/**
 * The right to run {@code new}, used: which generation's bootstrap, by its nonce, and in which
 * boot.
 */
public record BootstrapRight(Generation generation, String nonce, long boot) {}
