package io.quorate.recovery;

import io.quorate.snapshot.SnapshotId;

/**
 * A snapshot that a recovery does not restore, for its trial proved it bad.
 *
 * @param snapshot the snapshot
 * @param because what the trial found
 */
public record PassedOver(SnapshotId snapshot, String because) {}
