package io.quorate.agent.snapshots;

import io.etcd.jetcd.api.CompactionRequest;
import io.etcd.jetcd.api.KVGrpc;
import io.quorate.agent.etcd.client.SnapshotClient;
import io.quorate.agent.port.Reply;
import io.quorate.agent.tasks.TaskResult;
import io.quorate.agent.tasks.TaskRun;
import io.quorate.command.CompactHistory;
import io.quorate.state.MemberStatus;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Compacts the cluster's history through the own etcd, and waits until its pages are free there.
 * etcd refuses a revision that is in the future or already compacted. A later attempt that finds it
 * compacted has nothing left to do.
 */
final class CompactProgram {
  private final Supplier<SnapshotClient> sources;

  CompactProgram(Supplier<SnapshotClient> sources) {
    this.sources = sources;
  }

  TaskResult run(TaskRun run, CompactHistory compact) throws TaskFailedException {
    try (SnapshotClient etcd = sources.get()) {
      long newest = Failures.answered("the newest revision", etcd::linearizableRead);
      Reply<Long> reply =
          etcd.ask(
              KVGrpc::newFutureStub,
              compact.deadline(),
              stub -> stub.compact(request(compact)),
              answer -> answer.getHeader().getRevision());
      String words = reply.words();
      String which = "revision " + compact.revision();
      if (reply.answer().isPresent()) {
        return done(etcd, compact, "compacted up to " + which);
      }
      if (words.contains("has been compacted")) {
        return run.attempt() > 1 || compact.cure().isPresent()
            ? done(etcd, compact, which + " is compacted already, perhaps by an earlier attempt")
            : new TaskResult.Bad(which + " is already compacted; nothing was changed");
      }
      if (words.contains("future revision")) {
        return new TaskResult.Bad(
            which + " is in the future: the newest is " + newest + "; nothing was changed");
      }
      throw Failures.etcd("etcd did not compact up to " + which + ": " + words);
    }
  }

  private static CompactionRequest request(CompactHistory compact) {
    return CompactionRequest.newBuilder().setRevision(compact.revision()).setPhysical(true).build();
  }

  private static TaskResult done(SnapshotClient etcd, CompactHistory compact, String words)
      throws TaskFailedException {
    MemberStatus status = Failures.answered("its status", etcd::status);
    return new TaskResult.Done(
        words,
        Map.of(
            "revision",
            compact.revision(),
            "sizeBytes",
            status.dbSizeBytes(),
            "inUseBytes",
            status.dbInUseBytes()));
  }
}
