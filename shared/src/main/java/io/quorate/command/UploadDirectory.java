package io.quorate.command;

import io.quorate.wire.Wire;
import java.time.Duration;

/**
 * Upload an archived directory of an earlier generation to the bucket.
 *
 * @param header who is told, and by whom
 * @param directory the name that the directory had, as {@link io.quorate.snapshot.ArchivedLog}
 *     tells
 * @param key where it is to stand in the bucket
 * @param deadline how long it may take
 */
public record UploadDirectory(
    @Wire.Inline CommandHeader header,
    String directory,
    String key,
    @Wire.After("header") Duration deadline)
    implements Command {
  @Override
  public CommandKind kind() {
    return CommandKind.UPLOAD_DIRECTORY;
  }
}
