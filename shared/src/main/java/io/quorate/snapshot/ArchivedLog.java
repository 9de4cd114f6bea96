package io.quorate.snapshot;

import io.quorate.model.Generation;
import io.quorate.wire.Wire;

/**
 * A directory that can never serve again, and where its log ends. It stays on its disk, out of
 * etcd's path.
 *
 * @param generation whose data it holds
 * @param recoveryId the recovery that it was fenced for, or that had begun a later generation
 * @param directory the name it had
 * @param diskId the disk it is on
 * @param lastTerm term of the last entry of its log
 * @param lastIndex index of the last entry of its log
 */
public record ArchivedLog(
    @Wire.Count Generation generation,
    @Wire.Longest(Wire.ID) String recoveryId,
    @Wire.Longest(Wire.WORDS) String directory,
    @Wire.Longest(Wire.ID) String diskId,
    @Wire.Count long lastTerm,
    @Wire.Count long lastIndex) {}
