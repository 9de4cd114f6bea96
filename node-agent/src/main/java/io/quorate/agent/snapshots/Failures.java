package io.quorate.agent.snapshots;

import io.quorate.agent.etcd.EtcdToolException;
import io.quorate.agent.etcd.SnapshotBrokenException;
import io.quorate.agent.port.Reply;
import io.quorate.agent.tasks.TaskResult;
import io.quorate.snapshot.SnapshotStoreException;
import io.quorate.task.TaskFailure;
import java.io.IOException;
import java.util.function.Supplier;

/** What an error means for the task that met it. */
final class Failures {
  private static final int TRIES = 3;

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

  /**
   * What etcd answers, asked three times at most: a busy one lets a call time out, and a snapshot
   * is too much work to be given up for that.
   */
  static <T> T answered(String what, Supplier<Reply<T>> call) throws TaskFailedException {
    Reply<T> reply = call.get();
    for (int more = TRIES - 1; more > 0 && reply.answer().isEmpty(); more--) {
      reply = call.get();
    }
    String words = reply.words();
    return reply.answer().orElseThrow(() -> etcd("etcd did not give " + what + ": " + words));
  }

  static TaskFailedException other(String detail) {
    return new TaskFailedException(new TaskResult.Failed(TaskFailure.OTHER, detail));
  }

  static TaskFailedException etcd(String detail) {
    return new TaskFailedException(new TaskResult.Failed(TaskFailure.ETCD, detail));
  }
}
