package io.quorate.command;

import io.quorate.snapshot.LogEnd;
import io.quorate.wire.Wire;
import java.time.Duration;
import java.util.List;

/**
 * Delete the archived directories whose log ends at or before one of these positions (I6).
 *
 * @param header who is told, and by whom
 * @param covered up to where the log of a cluster is in a snapshot that was restored and found
 *     right, or in what this generation began with
 * @param deadline how long it may take
 */
public record PruneDirectories(
    @Wire.Inline CommandHeader header,
    List<LogEnd> covered,
    @Wire.After("header") Duration deadline)
    implements Command {
  /** The outcome's value: how many were deleted. */
  public static final String DELETED = "deleted";

  public PruneDirectories {
    covered = List.copyOf(covered);
  }

  @Override
  public CommandKind kind() {
    return CommandKind.PRUNE_DIRECTORIES;
  }
}
