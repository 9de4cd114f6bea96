package io.quorate.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.localcloud.instance.InstanceView;
import io.quorate.model.InstanceId;
import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import io.quorate.spec.ClusterSpec;
import io.quorate.spec.RecoverySettings;
import io.quorate.state.Condition;
import io.quorate.state.SpecRecord;
import io.quorate.state.Status;
import io.quorate.store.SpecWrites;
import io.quorate.store.SpecWrites.Applied;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import software.amazon.awssdk.services.ec2.Ec2Client;

/**
 * An operator approves a recovery by its plan's hash: of a quorum that was stopped and is given up,
 * and of everything lost where the spec asks for an approval (I1, I5).
 */
@EverythingOnly
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ApprovedRecoveryTest extends OneStage {
  private static final String QUIET = "approved/";
  private static final Pattern COMMAND =
      Pattern.compile("quorate recover approve demo --hash ([0-9a-f]{12})");

  private Generations generations;
  private Snapshots snapshots;

  @Override
  Stage raise(Path home) throws IOException {
    Stage raised = Stage.healthy(home, 3);
    generations = new Generations(raised);
    snapshots = new Snapshots(raised);
    return raised;
  }

  @Test
  @Order(1)
  void stoppedInstancesAreGivenUpAndTheDiskThatIsLeftServes() throws Exception {
    try (Writer writer = stage.writer();
        SnapshotCommands commands = new SnapshotCommands(stage)) {
      writer.awaitMore(20, Stage.SOON);
      stage.anyEtcd().put(QUIET + "held", "held");
      Map<String, String> held = new TreeMap<>(stage.anyEtcd().range(QUIET));
      InstanceView left = stage.leader();
      List<String> stopped =
          stage.running().stream()
              .map(InstanceView::id)
              .filter(id -> !id.equals(left.id()))
              .sorted()
              .toList();
      try (Ec2Client ec2 = stage.deployment.clients().ec2()) {
        ec2.stopInstances(request -> request.instanceIds(stopped));
      }
      stage.awaitCondition(Condition.Type.NO_QUORUM);
      String plan = hash(left.id(), stopped);
      Map<String, String> arguments = Map.of("hash", plan, "acceptLost", String.join(",", stopped));

      Request stale =
          commands.ask(
              RequestKind.APPROVE_RECOVERY,
              Map.of("hash", "0123456789ab", "acceptLost", String.join(",", stopped)));
      assertThat(stale.state()).as(stale.detail()).isEqualTo(Request.State.REFUSED);
      Request begun =
          AwaitCondition.value(
              "an approval that is taken",
              Stage.SOON,
              () ->
                  Optional.of(commands.ask(RequestKind.APPROVE_RECOVERY, arguments))
                      .filter(answer -> answer.state() == Request.State.DONE));

      assertThat(begun.result()).containsKey("recovery");
      generations.awaitRestored(2);
      assertThat(writer.lost()).isZero();
      assertThat(stage.anyEtcd().range(QUIET)).isEqualTo(held);
      assertThat(stage.anyEtcd().members().values())
          .hasSize(3)
          .doesNotContainAnyElementsOf(stopped);
      writer.awaitMore(20, Stage.SOON);
      writer.stopAndVerify(stage.anyEtcd());
    }
  }

  @Test
  @Order(2)
  void everythingLostWaitsForTheOperatorWhereTheSpecAsksForOne() throws Exception {
    askForApproval();
    try (Writer writer = stage.writer();
        SnapshotCommands commands = new SnapshotCommands(stage)) {
      snapshots.awaitFirst(2);
      writer.awaitMore(20, Stage.SOON);
      var taken = snapshots.take();

      List<InstanceView> all = stage.running();
      Ec2.terminate(stage, all);

      // Before, one that still speaks would be approved as FENCED, and the controller ask again.
      String hash =
          AwaitCondition.value(
              "the command that approves, with everyone gone", Stage.SOON, () -> command(all));
      assertThat(generations.current().generation().value()).isEqualTo(2);
      Request begun = commands.ask(RequestKind.APPROVE_RECOVERY, Map.of("hash", hash));

      assertThat(begun.state()).as(begun.detail()).isEqualTo(Request.State.DONE);
      assertThat(generations.awaitRestored(3).snapshot()).isEqualTo(taken.id());
      writer.awaitMore(20, Stage.SOON);
      writer.stopAndVerify(stage.anyEtcd());
    }
  }

  private void askForApproval() {
    SpecWrites writes = new SpecWrites(stage.clusters.store());
    SpecRecord read = writes.read(stage.name).orElseThrow();
    ClusterSpec now = read.spec();
    Applied applied =
        writes.apply(
            new ClusterSpec(
                now.name(),
                now.size(),
                now.group(),
                now.etcd(),
                now.timings(),
                now.snapshots(),
                now.tls(),
                new RecoverySettings(RecoverySettings.Mode.APPROVE),
                now.maintenance()),
            read.uid(),
            Instant.now(),
            "the test");
    assertThat(applied).isInstanceOf(Applied.Updated.class);
  }

  /** The hash in the command that RECOVERY_WAITS tells once all of these are terminated. */
  private Optional<String> command(List<InstanceView> gone) {
    Status status = stage.status();
    return status.conditions().stream()
        .filter(held -> held.type() == Condition.Type.RECOVERY_WAITS)
        .filter(
            held -> gone.stream().allMatch(view -> status.terminated(new InstanceId(view.id()))))
        .map(held -> COMMAND.matcher(held.message()))
        .filter(Matcher::find)
        .map(found -> found.group(1))
        .findFirst();
  }

  /** As docs/recovery.md describes it: two given up, the disk that is left salvaged. */
  private String hash(String left, List<String> givenUp) throws NoSuchAlgorithmException {
    Map<String, String> ends = new TreeMap<>();
    ends.put(left, "FENCED");
    givenUp.forEach(id -> ends.put(id, "ACCEPTED_LOST"));
    String plan =
        stage.clusters.lineage(stage.name).orElseThrow().uid()
            + "\n1\nRESEED\n"
            + ends.entrySet().stream()
                .map(end -> end.getKey() + "=" + end.getValue() + "\n")
                .collect(Collectors.joining())
            + "DISKS";
    byte[] sha256 =
        MessageDigest.getInstance("SHA-256").digest(plan.getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().formatHex(sha256).substring(0, 12);
  }
}
