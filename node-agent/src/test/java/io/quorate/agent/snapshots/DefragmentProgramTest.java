package io.quorate.agent.snapshots;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.CompactionRequest;
import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.PutRequest;
import io.etcd.jetcd.api.RequestOp;
import io.etcd.jetcd.api.TxnRequest;
import io.quorate.agent.RealEtcd;
import io.quorate.agent.etcd.client.EtcdDeadlines;
import io.quorate.agent.etcd.client.GrpcEtcdApi;
import io.quorate.agent.etcd.client.SnapshotClient;
import io.quorate.agent.execution.NodeDescription;
import io.quorate.agent.port.EtcdApi;
import io.quorate.agent.port.Reply;
import io.quorate.agent.tasks.TaskResult;
import io.quorate.agent.tasks.TaskRun;
import io.quorate.command.CommandFailure;
import io.quorate.command.CommandHeader;
import io.quorate.command.DefragmentMember;
import io.quorate.model.FencingToken;
import io.quorate.model.Generation;
import io.quorate.state.Endpoints;
import io.quorate.state.MemberIdentity;
import io.quorate.state.MemberStatus;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Defragmentations of a member of a real cluster of three. */
class DefragmentProgramTest {
  private static final int KEYS = 100;
  private static final int TURNS = 60;

  @TempDir Path root;
  private final List<RealEtcd.Running> members = new ArrayList<>();
  private final GrpcEtcdApi etcd = new GrpcEtcdApi(EtcdDeadlines.DEFAULT, Optional.empty());
  private long freeBytes = 1L << 40;

  @BeforeEach
  void threeMembersWithAHistory() {
    List<String> addresses = new ArrayList<>();
    for (int n = 0; n < 3; n++) {
      addresses.add(RealEtcd.freshAddress());
    }
    String cluster =
        "m0=%s,m1=%s,m2=%s".formatted(addresses.stream().map(RealEtcd::peerUrl).toArray());
    for (int n = 0; n < 3; n++) {
      members.add(
          RealEtcd.start("m" + n, addresses.get(n), root.resolve("d" + n), cluster, "new", "tok"));
    }
    members.forEach(RealEtcd.Running::awaitServing);
    try (SnapshotClient client = client(members.get(0))) {
      for (int turn = 0; turn < TURNS; turn++) {
        put(client, turn);
      }
      RealEtcd.await(
          "all have applied it",
          () ->
              members.stream().map(this::status).map(MemberStatus::revision).distinct().count()
                  == 1);
      Reply<Boolean> compacted =
          client.ask(
              KVGrpc::newFutureStub,
              Duration.ofSeconds(10),
              stub -> stub.compact(CompactionRequest.newBuilder().setRevision(TURNS).build()),
              answer -> true);
      assertThat(compacted.answer()).isPresent();
    }
  }

  private static void put(SnapshotClient client, int turn) {
    TxnRequest.Builder all = TxnRequest.newBuilder();
    ByteString value = ByteString.copyFromUtf8(("value-" + turn).repeat(200));
    for (int key = 0; key < KEYS; key++) {
      all.addSuccess(
          RequestOp.newBuilder()
              .setRequestPut(
                  PutRequest.newBuilder()
                      .setKey(ByteString.copyFromUtf8("key-" + key))
                      .setValue(value)));
    }
    Reply<Boolean> done =
        client.ask(
            KVGrpc::newFutureStub,
            Duration.ofSeconds(10),
            stub -> stub.txn(all.build()),
            answer -> true);
    assertThat(done.answer()).isPresent();
  }

  @AfterEach
  void stop() {
    members.forEach(RealEtcd.Running::close);
    etcd.close();
  }

  private static SnapshotClient client(RealEtcd.Running member) {
    return new SnapshotClient(member.clientUrl(), Optional.empty());
  }

  private MemberStatus status(RealEtcd.Running member) {
    return etcd.status(member.clientUrl()).answer().orElseThrow();
  }

  private RealEtcd.Running leading(boolean leads) {
    return members.stream()
        .filter(member -> status(member).leads() == leads)
        .findFirst()
        .orElseThrow();
  }

  private TaskResult run(RealEtcd.Running on, EtcdApi calls, Supplier<Optional<String>> over)
      throws InterruptedException {
    MemberStatus status = status(on);
    MemberIdentity identity =
        new MemberIdentity(
            SnapshotWorld.UID, Generation.FIRST, status.clusterId(), status.memberId(), "nonce");
    CommandHeader header =
        new CommandHeader(
            "defragment-1",
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
            new Endpoints(RealEtcd.peerUrl(on.address()), on.clientUrl()),
            "0.1.0");
    try {
      return new DefragmentProgram(self, () -> client(on), calls, () -> freeBytes)
          .run(
              new TaskRun(
                  new DefragmentMember(header, Duration.ofMinutes(1)),
                  1,
                  Optional.of(identity),
                  Optional.empty(),
                  over));
    } catch (TaskFailedException e) {
      return e.result();
    }
  }

  private TaskResult run(RealEtcd.Running on) throws InterruptedException {
    return run(on, etcd, Optional::empty);
  }

  private static String failed(TaskResult result) {
    return ((TaskResult.Failed) result).detail();
  }

  @Test
  void givesThePagesOfACompactionThatHasJustBegunBackToTheDisk() throws Exception {
    RealEtcd.Running follower = leading(false);
    long before = status(follower).dbSizeBytes();

    TaskResult.Done done = (TaskResult.Done) run(follower);

    assertThat(status(follower).dbSizeBytes()).isLessThan(before / 4);
    assertThat(done.values()).containsEntry("sizeBytes", status(follower).dbSizeBytes());
    assertThat(follower.etcdctl("get", "key-7", "--print-value-only")).startsWith("value-59");
  }

  @Test
  void handsTheLeadershipOverBeforeItDefragmentsTheLeader() throws Exception {
    RealEtcd.Running leader = leading(true);
    List<Boolean> ledAtTheCall = new ArrayList<>();

    TaskResult result =
        run(
            leader,
            etcd,
            () -> {
              ledAtTheCall.add(status(leader).leads());
              return Optional.empty();
            });

    assertThat(result).isInstanceOf(TaskResult.Done.class);
    assertThat(ledAtTheCall).containsExactly(false);
  }

  @Test
  void doesNotBeginWhenTheOthersAreNoQuorum() throws Exception {
    RealEtcd.Running leader = leading(true);
    RealEtcd.Running follower = leading(false);
    long before = status(follower).dbSizeBytes();
    members.stream()
        .filter(member -> !Set.of(leader, follower).contains(member))
        .forEach(RealEtcd.Running::close);

    assertThat(failed(run(follower))).contains("not begun: 1 of 2 other voters answer, and 2 are");
    assertThat(status(follower).dbSizeBytes()).isEqualTo(before);
  }

  @Test
  void doesNotBeginWhenItsCommandIsOver() throws Exception {
    RealEtcd.Running follower = leading(false);
    long before = status(follower).dbSizeBytes();

    assertThat(failed(run(follower, etcd, () -> Optional.of("token 1 is older"))))
        .isEqualTo("not begun: token 1 is older");
    assertThat(status(follower).dbSizeBytes()).isEqualTo(before);
  }

  @Test
  void doesNotBeginWhenTheDiskHasNoRoomForTheCopy() throws Exception {
    freeBytes = 1 << 20;

    assertThat(run(leading(false)))
        .isInstanceOfSatisfying(
            TaskResult.Failed.class,
            failed -> assertThat(failed.failure()).isEqualTo(CommandFailure.DISK_FULL));
  }

  @Test
  void doesNotTellOfItsEndBeforeEtcdAnswersWhenItIsStoppedInTheCall() throws Exception {
    RealEtcd.Running follower = leading(false);
    Thread task =
        Thread.ofPlatform()
            .unstarted(
                () -> {
                  try {
                    run(follower, etcd, () -> stopped(follower));
                  } catch (InterruptedException e) {
                    assertThat(e).hasMessageContaining("stopped while etcd defragmented");
                  }
                });
    task.start();
    try {
      RealEtcd.await("the call hangs", () -> inCall(task));
      task.interrupt();

      assertThat(task.join(Duration.ofSeconds(1))).as("ended while etcd was stopped").isFalse();
    } finally {
      signal(follower, "CONT");
    }
    assertThat(task.join(Duration.ofSeconds(30))).isTrue();
  }

  private static Optional<String> stopped(RealEtcd.Running member) {
    signal(member, "STOP");
    return Optional.empty();
  }

  private static boolean inCall(Thread task) {
    return Arrays.stream(task.getStackTrace())
        .anyMatch(frame -> frame.getMethodName().equals("defragment"));
  }

  private static void signal(RealEtcd.Running member, String name) {
    try {
      Process kill =
          new ProcessBuilder("kill", "-" + name, Long.toString(member.process().pid())).start();
      assertThat(kill.waitFor()).isZero();
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
