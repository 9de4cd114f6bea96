package io.quorate.state;

import io.quorate.wire.Wire;

/**
 * Which run of which agent on which disk speaks.
 *
 * @param diskId minted when the agent's journal was first written; a new disk has a new one
 * @param count how often an agent started on this disk; a disk rolled back shows a lower one
 * @param nonce minted at this start
 */
public record AgentIncarnation(
    @Wire.Longest(Wire.ID) String diskId,
    @Wire.Name("incarnationCount") @Wire.Count long count,
    @Wire.Name("incarnationNonce") @Wire.Longest(Wire.ID) String nonce) {}
