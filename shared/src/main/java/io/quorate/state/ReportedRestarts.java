package io.quorate.state;

import io.quorate.wire.Wire;
import java.time.Instant;

/**
 * Which starts of a node's agent and etcd the journal has told of.
 *
 * @param boot the latest run of the agent that was counted
 * @param agentAt when a restart of the agent was last told
 * @param directoryNonce whose member's etcd starts were counted; empty before the first
 * @param etcdStarts how many of them were counted
 * @param etcdAt when a restart of etcd was last told
 */
public record ReportedRestarts(
    @Wire.Inline AgentIncarnation boot,
    Instant agentAt,
    String directoryNonce,
    long etcdStarts,
    Instant etcdAt) {}
