package io.quorate.state;

import io.quorate.wire.Wire;

/**
 * The room that a node's data has.
 *
 * @param diskBytes size of the filesystem under the data
 * @param freeBytes how much of it etcd may still take
 * @param quotaBytes the quota that its etcd was started with; 0 where the agent does not know it
 */
public record NodeSpace(
    @Wire.Sparse @Wire.Count long diskBytes,
    @Wire.Sparse @Wire.Count long freeBytes,
    @Wire.Sparse @Wire.Count long quotaBytes) {}
