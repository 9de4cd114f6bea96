package io.quorate.agent.snapshots;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.HashKVRequest;
import io.etcd.jetcd.api.HashKVResponse;
import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.MaintenanceGrpc;
import io.etcd.jetcd.api.RangeRequest;
import io.quorate.agent.directory.DataDirectory;
import io.quorate.agent.etcd.client.SnapshotClient;
import io.quorate.agent.port.Reply;
import io.quorate.agent.tasks.TaskResult;
import io.quorate.agent.tasks.TaskRun;
import io.quorate.command.CompareData;
import io.quorate.model.MemberId;
import io.quorate.state.MemberIdentity;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Tells the hash of the own member's keys at a revision:
 *
 * <ol>
 *   <li>the member has applied the revision;
 *   <li>the answer is of the member that was named, by etcd's own header;
 *   <li>after the hash the revision before is still readable: etcd answers for a compacted revision
 *       from memory, with what it once computed.
 * </ol>
 */
final class CompareDataProgram {
  private static final Duration READ = Duration.ofSeconds(5);

  private final Supplier<SnapshotClient> sources;
  private final DataDirectory directories;

  CompareDataProgram(Supplier<SnapshotClient> sources, DataDirectory directories) {
    this.sources = sources;
    this.directories = directories;
  }

  TaskResult run(TaskRun run, CompareData compare)
      throws TaskFailedException, InterruptedException, IOException {
    try (SnapshotClient etcd = sources.get()) {
      run.tell("waits for revision " + compare.revision());
      awaitApplied(etcd, compare);
      run.tell("reads all keys at revision " + compare.revision());
      HashKVResponse hash = hash(etcd, compare);
      MemberId answering = new MemberId(hash.getHeader().getMemberId());
      if (!answering.equals(compare.member())) {
        throw Failures.etcd(
            "member " + answering + " answers here, and " + compare.member() + " was asked");
      }
      checkNotCompacted(etcd, compare);
      // After the hash: a leader's data that came in between is told with the older hash.
      return done(compare, hash, file(run));
    }
  }

  /** Until the task's deadline, at which it is interrupted. */
  private static void awaitApplied(SnapshotClient etcd, CompareData compare)
      throws TaskFailedException, InterruptedException {
    while (Failures.answered("the newest revision", etcd::linearizableRead) < compare.revision()) {
      Pause.brief();
    }
  }

  private static HashKVResponse hash(SnapshotClient etcd, CompareData compare)
      throws TaskFailedException {
    Reply<HashKVResponse> reply =
        etcd.ask(
            MaintenanceGrpc::newFutureStub,
            compare.deadline(),
            stub -> stub.hashKV(HashKVRequest.newBuilder().setRevision(compare.revision()).build()),
            answer -> answer);
    String words = reply.words();
    return reply
        .answer()
        .orElseThrow(
            () ->
                Failures.etcd(
                    "etcd gave no hash at revision " + compare.revision() + ": " + words));
  }

  private static void checkNotCompacted(SnapshotClient etcd, CompareData compare)
      throws TaskFailedException {
    Reply<Long> reply =
        etcd.ask(
            KVGrpc::newFutureStub,
            READ,
            stub -> stub.range(before(compare.revision())),
            answer -> answer.getHeader().getRevision());
    if (reply.answer().isEmpty()) {
      throw Failures.etcd(
          reply.words().contains("has been compacted")
              ? "revision "
                  + compare.revision()
                  + " is compacted, as the newest one is after a restore: the voters can be compared"
                  + " once something was written"
              : "whether revision "
                  + compare.revision()
                  + " is compacted was not answered: "
                  + reply.words());
    }
  }

  private static RangeRequest before(long revision) {
    return RangeRequest.newBuilder()
        .setKey(ByteString.copyFromUtf8("\0"))
        .setRevision(revision - 1)
        .setSerializable(true)
        .setCountOnly(true)
        .build();
  }

  private DatabaseFile file(TaskRun run) throws TaskFailedException, IOException {
    MemberIdentity member =
        run.member().orElseThrow(() -> Failures.other("this node's disk holds no member"));
    return DatabaseFile.of(directories.path(member.generation(), member.directoryNonce()));
  }

  private static TaskResult done(CompareData compare, HashKVResponse hash, DatabaseFile file) {
    long unsigned = Integer.toUnsignedLong(hash.getHash());
    return new TaskResult.Done(
        "hash "
            + unsigned
            + " at revision "
            + compare.revision()
            + (hash.getCompactRevision() > 0
                ? ", compacted up to " + hash.getCompactRevision()
                : ", not compacted"),
        Map.of(
            CompareData.HASH,
            unsigned,
            CompareData.REVISION,
            compare.revision(),
            CompareData.COMPACT_REVISION,
            hash.getCompactRevision(),
            CompareData.FILE,
            file.id(),
            CompareData.FIRST_FILE,
            file.first()));
  }
}
