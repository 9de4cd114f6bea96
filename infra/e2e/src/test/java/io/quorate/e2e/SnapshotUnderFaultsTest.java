package io.quorate.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.CommandKind;
import io.quorate.deployment.Etcd;
import io.quorate.localcloud.faults.FaultAction;
import io.quorate.localcloud.faults.FaultRule;
import io.quorate.localcloud.instance.InstanceView;
import io.quorate.localcloud.instance.ProcessTarget;
import io.quorate.localcloud.wire.Glob;
import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import io.quorate.snapshot.SnapshotId;
import io.quorate.snapshot.SnapshotManifest;
import io.quorate.state.Condition;
import io.quorate.state.MemberIdentity;
import io.quorate.state.OpenCommand;
import io.quorate.store.Key;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * Members break while a snapshot is under way, and so do the agent that takes it and the bucket.
 */
@EverythingOnly
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class SnapshotUnderFaultsTest extends OneStage {
  /** Several parts of an upload. */
  private static final int VALUES = 120;

  private static final String VALUE = "v".repeat(384 * 1024);
  private static final Instant LATER = Instant.parse("2100-01-01T00:00:00Z");

  @Override
  Stage raise(Path home) throws IOException {
    Stage raised = Stage.healthy(home, 3);
    Etcd etcd = new Etcd(raised.clientUrls().getFirst(), Duration.ofSeconds(30));
    for (int n = 0; n < VALUES; n++) {
      etcd.put("large/" + n, VALUE);
    }
    return raised;
  }

  @AfterEach
  void mend() {
    stage.deployment.cloud().faults().clear();
  }

  private FaultRule ofAgents(FaultAction action) {
    return FaultRule.always("test", action).onService("s3").forPrincipal("agent-*");
  }

  private void slowParts(Duration by) {
    stage
        .deployment
        .cloud()
        .faults()
        .add(ofAgents(new FaultAction.Delay(by)).onOperation("UploadPart"));
  }

  private static Request done(Request answer) {
    assertThat(answer.state()).as(answer.detail()).isEqualTo(Request.State.DONE);
    return answer;
  }

  private static SnapshotId taken(Request answer) {
    return new SnapshotId(done(answer).result().get("snapshot"));
  }

  private static void verify(SnapshotCommands snapshots, SnapshotId id) {
    done(snapshots.ask(RequestKind.VERIFY_SNAPSHOT, Map.of("snapshot", id.value())));
  }

  /** Asks for a snapshot, and waits until an agent sends the parts of its file. */
  private Key begin(SnapshotCommands snapshots) {
    AwaitCondition.until(
        "no task is open", Stage.SOON, () -> stage.status().tasks().open().isEmpty());
    stage.deployment.cloud().requests().clear();
    Key asked = snapshots.submit(RequestKind.TAKE_SNAPSHOT, Map.of());
    AwaitCondition.until(
        "an upload under way",
        Stage.SOON,
        () ->
            stage
                    .deployment
                    .cloud()
                    .requests()
                    .count(Glob.of("agent-*"), Glob.of("s3"), Glob.of("UploadPart"))
                > 0);
    return asked;
  }

  private Optional<OpenCommand> taking() {
    return stage.status().tasks().open().filter(task -> task.kind() == CommandKind.TAKE_SNAPSHOT);
  }

  @Test
  @Order(1)
  void healingDoesNotWaitForASnapshotUnderWay() throws Exception {
    try (Writer writer = stage.writer();
        SnapshotCommands snapshots = new SnapshotCommands(stage)) {
      slowParts(Duration.ofSeconds(20));
      Key asked = begin(snapshots);
      OpenCommand task = taking().orElseThrow();
      String leader = stage.leader().id();
      InstanceView victim =
          stage.running().stream()
              .filter(view -> !view.id().equals(leader))
              .filter(view -> !view.id().equals(task.executor().value()))
              .findFirst()
              .orElseThrow();

      List<Long> killed = stage.etcdPids(victim);
      stage.deployment.instances().kill(victim.id(), ProcessTarget.OTHERS);
      stage.awaitOtherEtcd(victim, killed);
      stage.awaitHealthy(3);
      MemberIdentity before = stage.identity(victim);
      stage.wipe(victim);
      stage.awaitOtherMember(victim, before);

      assertThat(taking().map(OpenCommand::commandId))
          .as("the snapshot is still under way")
          .contains(task.commandId());
      mend();
      verify(snapshots, taken(snapshots.answer(asked)));
      writer.awaitMore(20, Stage.SOON);
      writer.stopAndVerify(stage.etcd(victim));
    }
  }

  @Test
  @Order(2)
  void anAgentKilledInTheMiddleBeginsAnewAsTheNextAttempt() throws Exception {
    try (SnapshotCommands snapshots = new SnapshotCommands(stage)) {
      snapshots.store.abortUploads(LATER);
      slowParts(Duration.ofSeconds(5));
      Key asked = begin(snapshots);
      InstanceView executor = stage.instance(taking().orElseThrow().executor().value());
      List<Long> etcd = stage.etcdPids(executor);
      String boot = stage.boot(executor);

      stage.deployment.instances().kill(executor.id(), ProcessTarget.AGENT);
      mend();

      stage.awaitLaterIncarnation(executor, boot);
      SnapshotManifest manifest =
          snapshots.store.manifest(taken(snapshots.answer(asked))).orElseThrow();
      assertThat(manifest.dataKey()).endsWith(".2.db");
      assertThat(stage.etcdPids(executor)).isEqualTo(etcd);
      assertThat(snapshots.store.list())
          .extracting(object -> object.key())
          .contains(manifest.dataKey())
          .doesNotContain(manifest.dataKey().replace(".2.db", ".1.db"));
      assertThat(snapshots.openUploads())
          .containsExactly(manifest.dataKey().replace(".2.db", ".1.db"));
      assertThat(snapshots.store.abortUploads(LATER)).isEqualTo(1);
      assertThat(snapshots.openUploads()).isEmpty();
      verify(snapshots, manifest.id());
    }
  }

  @Test
  @Order(3)
  void whatIsWrongWithTheBucketIsNamedUntilItIsRightAgain() {
    try (SnapshotCommands snapshots = new SnapshotCommands(stage)) {
      named(snapshots, 503, "SlowDown", "STORE_AWAY");
      named(snapshots, 404, "NoSuchBucket", "BUCKET_MISSING");
      named(snapshots, 403, "AccessDenied", "ACCESS_DENIED");

      mend();
      stage.anyEtcd().put("changed", "again");
      verify(snapshots, taken(snapshots.ask(RequestKind.TAKE_SNAPSHOT, Map.of())));
      AwaitCondition.until(
          "no failure is told any more",
          Stage.SOON,
          () -> !stage.has(Condition.Type.SNAPSHOT_FAILED));
    }
  }

  private void named(SnapshotCommands snapshots, int status, String code, String word) {
    stage.deployment.cloud().faults().add(ofAgents(new FaultAction.Fail(status, code)));

    Request answer = snapshots.ask(RequestKind.TAKE_SNAPSHOT, Map.of());

    assertThat(answer.state()).isEqualTo(Request.State.FAILED);
    assertThat(answer.detail()).startsWith(word + ": ");
    AwaitCondition.until(
        "condition SNAPSHOT_FAILED with " + word,
        Stage.SOON,
        () ->
            stage.status().conditions().stream()
                .filter(held -> held.type() == Condition.Type.SNAPSHOT_FAILED)
                .anyMatch(held -> held.message().contains(word)));
  }
}
