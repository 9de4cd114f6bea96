package io.quorate.task;

/** The kinds of task; each has one record and one program in the agent. */
public enum TaskKind {
  /** Stream a snapshot of the own etcd to the bucket. */
  TAKE_SNAPSHOT,
  /** Restore a snapshot in isolation and compare it with its manifest. */
  VERIFY_SNAPSHOT,
  /** Upload an archived directory that holds more than was recovered of it. */
  UPLOAD_DIRECTORY
}
