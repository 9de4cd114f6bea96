package io.quorate.simulation.node;

import io.quorate.agent.execution.NodeDescription;
import io.quorate.agent.port.ListedMembers;
import io.quorate.agent.port.ListedMembers.Listed;
import io.quorate.agent.port.Reply;
import io.quorate.agent.tasks.TaskResult;
import io.quorate.agent.tasks.TaskRun;
import io.quorate.command.CommandFailure;
import io.quorate.command.CompactHistory;
import io.quorate.command.DisarmAlarm;
import io.quorate.etcdmodel.Answer;
import io.quorate.state.MemberStatus;
import java.util.Map;
import java.util.Optional;

/** How a node compacts the history and disarms NOSPACE, by the steps of the real programs. */
final class SpaceTasks {
  private final NodeDescription self;
  private final EtcdPort etcd;
  private final TaskStrand strand;

  SpaceTasks(NodeDescription self, EtcdPort etcd, TaskStrand strand) {
    this.self = self;
    this.etcd = etcd;
    this.strand = strand;
  }

  private String url() {
    return self.endpoints().clientUrl();
  }

  TaskResult compact(TaskRun run, CompactHistory compact) throws InterruptedException {
    strand.work(20, 200);
    Reply<Answer> reply = etcd.compact(url(), compact.revision(), compact.deadline().toMillis());
    boolean again = run.attempt() > 1 || compact.cure().isPresent();
    if (reply.answer().isEmpty() && !(again && reply.words().contains("has been compacted"))) {
      return failed("etcd did not compact: " + reply.words());
    }
    Reply<MemberStatus> status = etcd.status(url());
    return status
        .answer()
        .<TaskResult>map(
            now ->
                new TaskResult.Done(
                    "compacted",
                    Map.of(
                        "revision",
                        compact.revision(),
                        "sizeBytes",
                        now.dbSizeBytes(),
                        "inUseBytes",
                        now.dbInUseBytes())))
        .orElseGet(() -> failed("its status: " + status.words()));
  }

  TaskResult disarm(TaskRun run, DisarmAlarm disarm) throws InterruptedException {
    strand.work(20, 200);
    Reply<ListedMembers> members = etcd.list(url());
    if (members.answer().isEmpty()) {
      return failed("the member list: " + members.words());
    }
    for (Listed member : members.answer().get().started()) {
      Optional<Long> size =
          member.clientUrls().stream()
              .findFirst()
              .flatMap(at -> etcd.status(at).answer())
              .filter(status -> status.memberId().equals(member.entry().id()))
              .map(MemberStatus::dbSizeBytes);
      if (size.filter(bytes -> bytes <= disarm.mostBytes()).isEmpty()) {
        return failed("not disarmed: member " + member.entry().id() + " has " + size);
      }
    }
    Optional<String> over = run.over();
    if (over.isPresent()) {
      return failed("not disarmed: " + over.get());
    }
    Reply<Integer> disarmed = etcd.disarmNoSpace(url());
    return disarmed
        .answer()
        .<TaskResult>map(alarms -> new TaskResult.Done("disarmed", Map.of("alarms", (long) alarms)))
        .orElseGet(() -> failed("etcd did not disarm: " + disarmed.words()));
  }

  private static TaskResult failed(String why) {
    return new TaskResult.Failed(CommandFailure.ETCD, why);
  }
}
