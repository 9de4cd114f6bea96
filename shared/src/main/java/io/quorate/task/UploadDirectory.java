package io.quorate.task;

import io.quorate.instruction.InstructionHeader;
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
    InstructionHeader header, String directory, String key, Duration deadline) implements Task {
  @Override
  public TaskKind kind() {
    return TaskKind.UPLOAD_DIRECTORY;
  }
}
