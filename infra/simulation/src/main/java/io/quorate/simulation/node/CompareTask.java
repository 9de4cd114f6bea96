package io.quorate.simulation.node;

import io.quorate.agent.execution.NodeDescription;
import io.quorate.agent.port.Reply;
import io.quorate.agent.tasks.TaskResult;
import io.quorate.command.CommandFailure;
import io.quorate.command.CompareData;
import io.quorate.etcdmodel.Answer;
import io.quorate.etcdmodel.ModelDirectory;
import io.quorate.state.MemberStatus;
import java.util.Map;
import java.util.Optional;

/** How a node tells the hash of its own member's keys, by the steps of the real program. */
final class CompareTask {
  private final NodeDescription self;
  private final Machine machine;
  private final EtcdPort etcd;
  private final TaskStrand strand;

  CompareTask(NodeDescription self, Machine machine, EtcdPort etcd, TaskStrand strand) {
    this.self = self;
    this.machine = machine;
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
    Optional<ModelDirectory.Summary> data =
        machine.journalOnDisk().memberData().flatMap(ModelDirectory::summary);
    if (data.isEmpty()) {
      return failed("this node's disk holds no member");
    }
    return new TaskResult.Done(
        "hash " + told.hash(),
        Map.of(
            CompareData.HASH,
            told.hash(),
            CompareData.REVISION,
            compare.revision(),
            CompareData.COMPACT_REVISION,
            told.compactRevision(),
            CompareData.FILE,
            data.get().received() + "@" + data.get().defragmented(),
            CompareData.FIRST_FILE,
            data.get().received() == 0));
  }

  private static TaskResult failed(String why) {
    return new TaskResult.Failed(CommandFailure.ETCD, why);
  }
}
