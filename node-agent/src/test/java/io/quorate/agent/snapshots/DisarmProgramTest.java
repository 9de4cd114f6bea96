package io.quorate.agent.snapshots;

import static org.assertj.core.api.Assertions.assertThat;

import io.etcd.jetcd.api.AlarmRequest;
import io.etcd.jetcd.api.AlarmType;
import io.etcd.jetcd.api.MaintenanceGrpc;
import io.quorate.agent.RealEtcd;
import io.quorate.agent.etcd.client.EtcdDeadlines;
import io.quorate.agent.etcd.client.GrpcEtcdApi;
import io.quorate.agent.etcd.client.SnapshotClient;
import io.quorate.agent.execution.NodeDescription;
import io.quorate.agent.port.Reply;
import io.quorate.agent.tasks.TaskResult;
import io.quorate.agent.tasks.TaskRun;
import io.quorate.command.CommandHeader;
import io.quorate.command.DisarmAlarm;
import io.quorate.model.FencingToken;
import io.quorate.model.Generation;
import io.quorate.state.Endpoints;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** NOSPACE of a real etcd is disarmed only where there is room. */
class DisarmProgramTest {
  private static final int CORRUPT = 2;

  @TempDir Path root;
  private RealEtcd.Running etcd;
  private SnapshotClient client;

  @BeforeEach
  void raised() {
    etcd = RealEtcd.startAlone(root.resolve("data"), "tok").awaitServing();
    client = new SnapshotClient(etcd.clientUrl(), Optional.empty());
    raise(AlarmType.NOSPACE.getNumber());
  }

  private void raise(int alarm) {
    raise(alarm, client.status().answer().orElseThrow().memberId().bits());
  }

  private void raise(int alarm, long member) {
    AlarmRequest request =
        AlarmRequest.newBuilder()
            .setAction(AlarmRequest.AlarmAction.ACTIVATE)
            .setMemberID(member)
            .setAlarmValue(alarm)
            .build();
    Reply<Boolean> raised =
        client.ask(
            MaintenanceGrpc::newFutureStub,
            Duration.ofSeconds(5),
            stub -> stub.alarm(request),
            answer -> true);
    assertThat(raised.answer()).isPresent();
  }

  @AfterEach
  void stop() {
    client.close();
    etcd.close();
  }

  private List<String> alarms() {
    return client.status().answer().orElseThrow().alarms();
  }

  private TaskResult run(long mostBytes, Optional<String> over) {
    CommandHeader header =
        new CommandHeader(
            "disarm-1",
            SnapshotWorld.INSTANCE,
            SnapshotWorld.UID,
            Generation.FIRST,
            new FencingToken(1),
            SnapshotWorld.NOW);
    NodeDescription self =
        new NodeDescription(
            SnapshotWorld.CLUSTER,
            SnapshotWorld.INSTANCE,
            "zone",
            new Endpoints(RealEtcd.peerUrl(etcd.address()), etcd.clientUrl()),
            "0.1.0");
    DisarmAlarm disarm = new DisarmAlarm(header, mostBytes, Duration.ofMinutes(1));
    try (GrpcEtcdApi calls = new GrpcEtcdApi(EtcdDeadlines.DEFAULT, Optional.empty())) {
      return new DisarmProgram(
              self, () -> new SnapshotClient(etcd.clientUrl(), Optional.empty()), calls)
          .run(new TaskRun(disarm, 1, Optional.empty(), Optional.empty(), () -> over), disarm);
    } catch (TaskFailedException e) {
      return e.result();
    }
  }

  private static String failed(TaskResult result) {
    return ((TaskResult.Failed) result).detail();
  }

  @Test
  void disarmsWhenEveryDatabaseLeavesRoom() {
    assertThat(alarms()).hasSize(1);

    assertThat(run(1 << 30, Optional.empty())).isInstanceOf(TaskResult.Done.class);
    assertThat(alarms()).isEmpty();
  }

  /** Somebody added it by hand: it has no database. */
  @Test
  void aMemberThatNeverStartedIsNotAsked() {
    try (GrpcEtcdApi calls = new GrpcEtcdApi(EtcdDeadlines.DEFAULT, Optional.empty())) {
      assertThat(calls.addLearner(etcd.clientUrl(), "http://192.0.2.1:2380").answer()).isPresent();
    }

    assertThat(run(1 << 30, Optional.empty())).isInstanceOf(TaskResult.Done.class);
    assertThat(alarms()).isEmpty();
  }

  @Test
  void keepsTheAlarmWhenADatabaseLeavesNoRoom() {
    assertThat(failed(run(4_096, Optional.empty()))).contains("not disarmed", "more than 4KiB");
    assertThat(alarms()).hasSize(1);
  }

  @Test
  void keepsTheAlarmWhenItsCommandIsOver() {
    assertThat(failed(run(1 << 30, Optional.of("token 1 is older"))))
        .isEqualTo("not disarmed: token 1 is older");
    assertThat(alarms()).hasSize(1);
  }

  @Test
  void keepsTheAlarmWhenAMemberRaisedCorrupt() {
    raise(CORRUPT);

    assertThat(failed(run(1 << 30, Optional.empty()))).contains("another alarm");
    assertThat(alarms()).hasSize(2);
  }

  /** A restored snapshot keeps the alarms of members that are no more. */
  @Test
  void aSeederDisarmsTheAlarmOfEachMember() {
    raise(AlarmType.NOSPACE.getNumber(), 7);
    raise(CORRUPT);

    try (GrpcEtcdApi calls = new GrpcEtcdApi(EtcdDeadlines.DEFAULT, Optional.empty())) {
      assertThat(calls.disarmNoSpace(etcd.clientUrl()).answer()).contains(2);
    }
    assertThat(alarms()).singleElement().asString().contains("CORRUPT");
  }
}
