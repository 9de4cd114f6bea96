package io.quorate.simulation.node;

import io.quorate.agent.execution.NodeDescription;
import io.quorate.agent.port.Reply;
import io.quorate.agent.tasks.TaskResult;
import io.quorate.agent.tasks.TaskRun;
import io.quorate.command.CommandFailure;
import io.quorate.command.PruneDirectories;
import io.quorate.etcdmodel.ModelDirectory;
import io.quorate.model.EtcdClusterId;
import io.quorate.snapshot.LogEnd;
import io.quorate.state.MemberIdentity;
import io.quorate.state.MemberStatus;
import java.util.Map;
import java.util.Optional;

/** How a node deletes archived directories that are covered, by the steps of the real program. */
final class PruneTask {
  private final NodeDescription self;
  private final Machine machine;
  private final EtcdPort etcd;
  private final TaskStrand strand;

  PruneTask(NodeDescription self, Machine machine, EtcdPort etcd, TaskStrand strand) {
    this.self = self;
    this.machine = machine;
    this.etcd = etcd;
    this.strand = strand;
  }

  TaskResult run(TaskRun run, PruneDirectories task) throws InterruptedException {
    if (run.fenced().isPresent()) {
      return new TaskResult.Failed(CommandFailure.OTHER, "the member is fenced");
    }
    Optional<LogEnd> applied = applied(run);
    if (applied.isEmpty()) {
      return new TaskResult.Failed(CommandFailure.ETCD, "the own etcd did not tell its position");
    }
    long deleted = 0;
    for (Map.Entry<String, ModelDirectory> aside : machine.disk().archived().entrySet()) {
      strand.work(10, 200);
      if (covered(aside.getValue(), task, applied.get())) {
        machine.prune(aside.getKey());
        deleted++;
      }
    }
    return new TaskResult.Done("deleted " + deleted, Map.of(PruneDirectories.DELETED, deleted));
  }

  /** Where the log of a directory ends; empty when that cannot be read. */
  static Optional<LogEnd> end(ModelDirectory directory) {
    return directory
        .summary()
        .filter(log -> !directory.isCorrupt())
        .map(log -> new LogEnd(log.clusterId(), log.lastTerm(), log.lastIndex()));
  }

  private static boolean covered(ModelDirectory directory, PruneDirectories task, LogEnd applied) {
    return end(directory)
        .filter(log -> task.covered().stream().anyMatch(bound -> bound.covers(log)))
        .filter(log -> !log.clusterId().equals(applied.clusterId()) || applied.covers(log))
        .isPresent();
  }

  private Optional<LogEnd> applied(TaskRun run) {
    String url = self.endpoints().clientUrl();
    Optional<EtcdClusterId> own = run.member().map(MemberIdentity::clusterId);
    Reply<MemberStatus> before = etcd.status(url);
    Reply<?> read = etcd.list(url);
    Reply<MemberStatus> after = etcd.status(url);
    if (own.isEmpty() || read.answer().isEmpty()) {
      return Optional.empty();
    }
    return before
        .answer()
        .filter(status -> status.clusterId().equals(own.get()))
        .flatMap(
            first ->
                after
                    .answer()
                    .filter(status -> status.clusterId().equals(own.get()))
                    .map(last -> new LogEnd(own.get(), first.raftTerm(), last.raftAppliedIndex())));
  }
}
