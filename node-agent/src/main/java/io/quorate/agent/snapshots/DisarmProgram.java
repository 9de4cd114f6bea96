package io.quorate.agent.snapshots;

import io.etcd.jetcd.api.AlarmMember;
import io.etcd.jetcd.api.AlarmRequest;
import io.etcd.jetcd.api.AlarmResponse;
import io.etcd.jetcd.api.AlarmType;
import io.etcd.jetcd.api.MaintenanceGrpc;
import io.quorate.agent.etcd.client.SnapshotClient;
import io.quorate.agent.execution.NodeDescription;
import io.quorate.agent.port.EtcdApi;
import io.quorate.agent.port.ListedMembers.Listed;
import io.quorate.agent.tasks.TaskResult;
import io.quorate.agent.tasks.TaskRun;
import io.quorate.command.DisarmAlarm;
import io.quorate.spec.ByteSize;
import io.quorate.state.MemberStatus;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Disarms NOSPACE of every member that raised it:
 *
 * <ol>
 *   <li>each listed member answers now, and its database leaves room: one that does not would raise
 *       the alarm again with the next write;
 *   <li>nobody raised another alarm: CORRUPT stands;
 *   <li>the command still stands;
 *   <li>the alarms are disarmed one by one, and none is left.
 * </ol>
 */
final class DisarmProgram {
  private static final Duration DEADLINE = Duration.ofSeconds(8);

  private final NodeDescription self;
  private final Supplier<SnapshotClient> sources;
  private final EtcdApi etcd;

  DisarmProgram(NodeDescription self, Supplier<SnapshotClient> sources, EtcdApi etcd) {
    this.self = self;
    this.sources = sources;
    this.etcd = etcd;
  }

  TaskResult run(TaskRun run, DisarmAlarm disarm) throws TaskFailedException {
    everyoneHasRoom(disarm);
    try (SnapshotClient own = sources.get()) {
      List<AlarmMember> raised = alarms(own);
      if (raised.stream().anyMatch(alarm -> alarm.getAlarm() != AlarmType.NOSPACE)) {
        throw Failures.other("not disarmed: a member raised another alarm, too");
      }
      Optional<String> over = run.over();
      if (over.isPresent()) {
        throw Failures.other("not disarmed: " + over.get());
      }
      for (AlarmMember alarm : raised) {
        ask(own, AlarmRequest.AlarmAction.DEACTIVATE, alarm.getMemberID());
      }
      List<AlarmMember> left = alarms(own);
      if (!left.isEmpty()) {
        throw Failures.etcd("raised again at once: " + left.size() + " alarms");
      }
      return new TaskResult.Done(
          "NOSPACE of " + raised.size() + " members disarmed", Map.of("alarms", raised.size()));
    }
  }

  private void everyoneHasRoom(DisarmAlarm disarm) throws TaskFailedException {
    List<Listed> members =
        Failures.answered("the member list", () -> etcd.list(self.endpoints().clientUrl()))
            .started();
    for (Listed member : members) {
      long size =
          member.clientUrls().stream()
              .findFirst()
              .flatMap(url -> etcd.status(url).answer())
              .filter(status -> status.memberId().equals(member.entry().id()))
              .map(MemberStatus::dbSizeBytes)
              .orElseThrow(
                  () ->
                      Failures.other(
                          "not disarmed: member " + member.entry().id() + " does not answer"));
      if (size > disarm.mostBytes()) {
        throw Failures.other(
            "not disarmed: the database of member %s has %s, more than %s"
                .formatted(
                    member.entry().id(),
                    ByteSize.rounded(size),
                    ByteSize.rounded(disarm.mostBytes())));
      }
    }
  }

  private static List<AlarmMember> alarms(SnapshotClient own) throws TaskFailedException {
    return ask(own, AlarmRequest.AlarmAction.GET, 0).getAlarmsList();
  }

  private static AlarmResponse ask(SnapshotClient own, AlarmRequest.AlarmAction action, long member)
      throws TaskFailedException {
    AlarmType which = action == AlarmRequest.AlarmAction.GET ? AlarmType.NONE : AlarmType.NOSPACE;
    AlarmRequest request =
        AlarmRequest.newBuilder().setAction(action).setMemberID(member).setAlarm(which).build();
    return Failures.answered(
        "its alarms",
        () ->
            own.ask(
                MaintenanceGrpc::newFutureStub,
                DEADLINE,
                stub -> stub.alarm(request),
                answer -> answer));
  }
}
