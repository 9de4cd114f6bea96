package io.quorate.state;

import io.quorate.model.Generation;
import io.quorate.wire.Wire;

/**
 * That a node's etcd is proved stopped and its directory out of etcd's path, for a recovery.
 *
 * @param generation the generation that is fenced
 * @param recoveryId the recovery that asked for it
 * @param incarnationNonce which run of the agent proved it
 * @param lastTerm term of the last entry of its WAL; zero without a directory
 * @param lastIndex index of the last entry of its WAL; zero without a directory
 */
public record Fenced(
    @Wire.Count Generation generation,
    @Wire.Longest(Wire.ID) String recoveryId,
    @Wire.Longest(Wire.ID) String incarnationNonce,
    @Wire.Count long lastTerm,
    @Wire.Count long lastIndex) {}
