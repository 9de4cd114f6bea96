package io.quorate.state;

import java.time.Instant;

/**
 * Proof that the clusters table is older than the cluster: it was restored or emptied.
 *
 * @param evidence what showed it, for people
 * @param since when that was first seen, by the controller's clock
 */
public record OlderTable(String evidence, Instant since) {}
