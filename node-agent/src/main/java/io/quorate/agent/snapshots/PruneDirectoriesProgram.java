package io.quorate.agent.snapshots;

import io.quorate.agent.directory.ArchiveCount;
import io.quorate.agent.directory.DataDirectory;
import io.quorate.agent.etcd.client.SnapshotClient;
import io.quorate.agent.tasks.TaskResult;
import io.quorate.agent.tasks.TaskRun;
import io.quorate.command.PruneDirectories;
import io.quorate.model.EtcdClusterId;
import io.quorate.snapshot.LogEnd;
import io.quorate.state.MemberIdentity;
import io.quorate.state.MemberStatus;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Deletes archived directories that are covered (I6):
 *
 * <ol>
 *   <li>the end of a directory's log is read from its files, just before it is deleted: one whose
 *       log cannot be read is kept;
 *   <li>the command names a position of the same etcd cluster at or past that end;
 *   <li>a directory of the cluster that serves must also end at or before what the own etcd has
 *       applied, after a linearizable read;
 *   <li>a node whose member is fenced deletes nothing: a recovery may need what it has.
 * </ol>
 */
final class PruneDirectoriesProgram {
  private final DataDirectory directories;
  private final Supplier<SnapshotClient> sources;

  PruneDirectoriesProgram(DataDirectory directories, Supplier<SnapshotClient> sources) {
    this.directories = directories;
    this.sources = sources;
  }

  TaskResult run(TaskRun run, PruneDirectories task) throws TaskFailedException, IOException {
    directories.sweep();
    if (run.fenced().isPresent()) {
      throw Failures.other("the member of this node is fenced: nothing is deleted");
    }
    LogEnd applied = applied(run);
    int deleted = 0;
    long bytes = 0;
    for (Path path : directories.archived()) {
      if (covered(path, task, applied)) {
        bytes += DataDirectory.bytes(path);
        directories.discard(path);
        deleted++;
        run.tell("deleted %d directories".formatted(deleted));
      }
    }
    int kept = directories.archived().size();
    return new TaskResult.Done(
        "deleted %d of %d archived directories, %d bytes".formatted(deleted, deleted + kept, bytes),
        Map.of(PruneDirectories.DELETED, (long) deleted, "bytes", bytes, "kept", (long) kept));
  }

  private boolean covered(Path path, PruneDirectories task, LogEnd applied) throws IOException {
    Optional<LogEnd> end = ArchiveCount.end(directories, path);
    return end.filter(log -> task.covered().stream().anyMatch(bound -> bound.covers(log)))
        .filter(log -> !log.clusterId().equals(applied.clusterId()) || applied.covers(log))
        .isPresent();
  }

  /** The term is read before, the index after the read: no earlier term commits past it. */
  private LogEnd applied(TaskRun run) throws TaskFailedException {
    EtcdClusterId own =
        run.member()
            .map(MemberIdentity::clusterId)
            .orElseThrow(() -> Failures.etcd("this node has no member to compare with"));
    try (SnapshotClient etcd = sources.get()) {
      MemberStatus before = Failures.answered("its status", etcd::status);
      Failures.answered("a linearizable read", etcd::linearizableRead);
      MemberStatus after = Failures.answered("its status", etcd::status);
      if (!before.clusterId().equals(own) || !after.clusterId().equals(own)) {
        throw Failures.etcd("the etcd at the own address is of another cluster");
      }
      return new LogEnd(own, before.raftTerm(), after.raftAppliedIndex());
    }
  }
}
