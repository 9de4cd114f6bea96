package io.quorate.state;

import io.quorate.model.Generation;

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
    Generation generation,
    String recoveryId,
    String incarnationNonce,
    long lastTerm,
    long lastIndex) {}
