package io.quorate.task;

import io.quorate.instruction.InstructionHeader;
import java.time.Duration;

/**
 * Maintenance that one agent is told to do. It passes the same gate as an instruction (UID,
 * generation, newest token), changes no membership, and begins anew after a crash.
 */
public sealed interface Task permits TakeSnapshot, VerifySnapshot, UploadDirectory {
  /** Who is told, for which generation, by which turn of the controller. */
  InstructionHeader header();

  /** The kind. */
  TaskKind kind();

  /** How long it may take from when it was told. */
  Duration deadline();
}
