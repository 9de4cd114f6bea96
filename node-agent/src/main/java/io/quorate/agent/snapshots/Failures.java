package io.quorate.agent.snapshots;

import io.quorate.agent.etcd.client.SnapshotBrokenException;
import io.quorate.agent.etcd.tools.EtcdToolException;
import io.quorate.agent.port.Refusal;
import io.quorate.agent.port.Reply;
import io.quorate.agent.tasks.TaskResult;
import io.quorate.command.CommandFailure;
import io.quorate.snapshot.SnapshotStoreException;
import java.io.IOException;
import java.util.function.Supplier;

/** What an error means for the task that met it. */
final class Failures {
  private static final int TRIES = 3;

  private Failures() {}

  static TaskResult of(SnapshotStoreException e) {
    CommandFailure failure =
        switch (e.why()) {
          case STORE_AWAY -> CommandFailure.STORE_AWAY;
          case BUCKET_MISSING -> CommandFailure.BUCKET_MISSING;
          case ACCESS_DENIED -> CommandFailure.ACCESS_DENIED;
          case ARCHIVED -> CommandFailure.ARCHIVED;
          case KEY_REFUSED -> CommandFailure.KEY_REFUSED;
          case NOT_FOUND, REFUSED, UNREADABLE -> CommandFailure.OTHER;
        };
    return new TaskResult.Failed(failure, String.valueOf(e.getMessage()));
  }

  static TaskResult of(EtcdToolException e) {
    CommandFailure failure =
        switch (e.kind()) {
          case DISK_FULL -> CommandFailure.DISK_FULL;
          case ABSENT, BAD_FILE, NO_VOTER, GAVE_UP, FAILED -> CommandFailure.ETCD;
        };
    return new TaskResult.Failed(failure, String.valueOf(e.getMessage()));
  }

  static TaskResult of(IOException e) {
    String message = String.valueOf(e.getMessage());
    if (e instanceof SnapshotBrokenException) {
      return new TaskResult.Failed(CommandFailure.ETCD, message);
    }
    return message.contains("No space left on device")
        ? new TaskResult.Failed(CommandFailure.DISK_FULL, "no space left on the disk: " + e)
        : new TaskResult.Failed(CommandFailure.OTHER, e.toString());
  }

  static TaskFailedException full(String detail) {
    return new TaskFailedException(new TaskResult.Failed(CommandFailure.DISK_FULL, detail));
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
    String words = words(reply);
    return reply.answer().orElseThrow(() -> etcd("etcd did not give " + what + ": " + words));
  }

  private static String words(Reply<?> reply) {
    return reply instanceof Reply.Refused<?> refused && refused.why() == Refusal.AUTH
        ? "its access control refuses the agent ("
            + refused.detail()
            + "); see docs/operations.md, AUTH_WITHOUT_IDENTITY"
        : reply.words();
  }

  static TaskFailedException other(String detail) {
    return new TaskFailedException(new TaskResult.Failed(CommandFailure.OTHER, detail));
  }

  static TaskFailedException releaseMissing(String detail) {
    return new TaskFailedException(new TaskResult.Failed(CommandFailure.RELEASE_MISSING, detail));
  }

  static TaskFailedException etcd(String detail) {
    return new TaskFailedException(new TaskResult.Failed(CommandFailure.ETCD, detail));
  }
}
