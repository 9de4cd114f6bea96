package io.quorate.codec;

import io.quorate.instruction.InstructionSlot;
import io.quorate.task.TakeSnapshot;
import io.quorate.task.TaskSlot;
import io.quorate.task.UploadDirectory;
import io.quorate.task.VerifySnapshot;
import java.time.Duration;

/** A task of each kind, in its slot. */
final class TaskSamples {
  static final TaskSlot TAKE_SNAPSHOT =
      new TaskSlot(
          new TakeSnapshot(
              Samples.HEADER, Samples.MANIFEST.id(), "scheduled", Duration.ofMinutes(10)),
          InstructionSlot.State.OPEN);

  static final TaskSlot VERIFY_SNAPSHOT =
      new TaskSlot(
          new VerifySnapshot(Samples.HEADER, Samples.MANIFEST.id(), Duration.ofMinutes(10)),
          InstructionSlot.State.CANCEL_REQUESTED);

  static final TaskSlot UPLOAD_DIRECTORY =
      new TaskSlot(
          new UploadDirectory(
              Samples.HEADER,
              "g1-b",
              "demo/uid-7f3a/directories/1/i-2-disk-2-g1-b.tar",
              Duration.ofHours(2)),
          InstructionSlot.State.OPEN);

  private TaskSamples() {}
}
