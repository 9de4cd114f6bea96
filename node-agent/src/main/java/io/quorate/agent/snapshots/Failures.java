package io.quorate.agent.snapshots;

import io.quorate.agent.etcd.EtcdToolException;
import io.quorate.agent.etcd.SnapshotBrokenException;
import io.quorate.agent.port.Reply;
import io.quorate.agent.tasks.TaskResult;
import io.quorate.snapshot.SnapshotStoreException;
import io.quorate.task.TaskFailure;
import java.io.IOException;

/** What an error means for the task that met it. */
final class Failures {
  private Failures() {}

  static TaskResult of(SnapshotStoreException e) {
    TaskFailure failure =
        switch (e.why()) {
          case STORE_AWAY -> TaskFailure.STORE_AWAY;
          case BUCKET_MISSING -> TaskFailure.BUCKET_MISSING;
          case ACCESS_DENIED -> TaskFailure.ACCESS_DENIED;
          case NOT_FOUND, REFUSED, UNREADABLE -> TaskFailure.OTHER;
        };
    return new TaskResult.Failed(failure, String.valueOf(e.getMessage()));
  }

  static TaskResult of(EtcdToolException e) {
    TaskFailure failure =
        switch (e.kind()) {
          case DISK_FULL -> TaskFailure.DISK_FULL;
          case ABSENT, BAD_FILE, NO_VOTER, FAILED -> TaskFailure.ETCD;
        };
    return new TaskResult.Failed(failure, String.valueOf(e.getMessage()));
  }

  static TaskResult of(IOException e) {
    String message = String.valueOf(e.getMessage());
    if (e instanceof SnapshotBrokenException) {
      return new TaskResult.Failed(TaskFailure.ETCD, message);
    }
    return message.contains("No space left on device")
        ? new TaskResult.Failed(TaskFailure.DISK_FULL, "no space left on the disk: " + e)
        : new TaskResult.Failed(TaskFailure.OTHER, e.toString());
  }

  static TaskFailedException full(String detail) {
    return new TaskFailedException(new TaskResult.Failed(TaskFailure.DISK_FULL, detail));
  }

  static <T> T answered(String what, Reply<T> reply) throws TaskFailedException {
    return reply
        .answer()
        .orElseThrow(() -> etcd("etcd did not give " + what + ": " + reply.words()));
  }

  static TaskFailedException etcd(String detail) {
    return new TaskFailedException(new TaskResult.Failed(TaskFailure.ETCD, detail));
  }
}
