package io.quorate.simulation.node;

import io.quorate.agent.execution.NodeDescription;
import io.quorate.agent.port.Reply;
import io.quorate.agent.tasks.TaskResult;
import io.quorate.command.CommandFailure;
import io.quorate.command.CompareData;
import io.quorate.etcdmodel.Answer;
import io.quorate.state.MemberStatus;
import java.util.Map;

/** How a node tells the hash of its own member's keys, by the steps of the real program. */
final class CompareTask {
  private final NodeDescription self;
  private final EtcdPort etcd;
  private final TaskStrand strand;

  CompareTask(NodeDescription self, EtcdPort etcd, TaskStrand strand) {
    this.self = self;
    this.etcd = etcd;
    this.strand = strand;
  }

  TaskResult run(CompareData compare) throws InterruptedException {
    String url = self.endpoints().clientUrl();
    for (Reply<MemberStatus> applied = etcd.status(url);
        applied.answer().filter(status -> status.revision() >= compare.revision()).isEmpty();
        applied = etcd.status(url)) {
      if (applied.answer().isEmpty()) {
        return failed("its own etcd's status: " + applied.words());
      }
      strand.work(50, 200);
    }
    strand.work(50, 1_000);
    Reply<Answer.Hashed> hash = etcd.hash(url, compare.revision());
    if (hash.answer().isEmpty()) {
      return failed("etcd gave no hash: " + hash.words());
    }
    Answer.Hashed told = hash.answer().get();
    if (!told.member().equals(compare.member())) {
      return failed("member " + told.member() + " answers, asked was " + compare.member());
    }
    if (told.compactRevision() >= compare.revision()) {
      return failed("revision " + compare.revision() + " is compacted");
    }
    return new TaskResult.Done(
        "hash " + told.hash(),
        Map.of(
            CompareData.HASH,
            told.hash(),
            CompareData.REVISION,
            compare.revision(),
            CompareData.COMPACT_REVISION,
            told.compactRevision()));
  }

  private static TaskResult failed(String why) {
    return new TaskResult.Failed(CommandFailure.ETCD, why);
  }
}
