package io.quorate.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.localcloud.instance.InstanceView;
import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import io.quorate.snapshot.SnapshotId;
import io.quorate.state.Condition;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * Two of three instances end at EC2 under a stream of writes: the third is fenced, its disk is
 * salvaged, and the next generation serves every write that was acknowledged (I1, I5).
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class QuorumLostTest extends OneStage {
  private static final String QUIET = "quorum-lost/";
  private static final Pattern HASH = Pattern.compile("\"hash\"\\s*:\\s*\"([0-9a-f]{12})\"");

  @Override
  Stage raise(Path home) throws IOException {
    return Stage.healthy(home, 3);
  }

  private Generations generations() {
    return new Generations(stage);
  }

  @EverythingOnly
  @Test
  @Order(1)
  void aFollowersDiskIsLeft() throws Exception {
    List<InstanceView> victims = others(stage.follower());

    lose(victims, () -> Ec2.terminate(stage, victims));
  }

  @EverythingOnly
  @Test
  @Order(2)
  void theLeadersDiskIsLeft() throws Exception {
    List<InstanceView> victims = others(stage.leader());

    lose(victims, () -> Ec2.terminate(stage, victims));
  }

  /** The first was removed before the second ends: of two members one is left, and no quorum. */
  @Test
  @Order(3)
  void theSecondEndsAfterTheFirstWasRemoved() throws Exception {
    InstanceView left = stage.follower();
    List<InstanceView> victims = others(left);
    long next = generations().number() + 1;

    lose(
        victims,
        () -> {
          Launches.suspend(stage);
          Ec2.terminate(stage, victims.subList(0, 1));
          AwaitCondition.untilSettled(
              "removal of the first",
              Stage.SOON,
              () -> !stage.etcd(left).members().containsValue(victims.getFirst().id()));
          Ec2.terminate(stage, victims.subList(1, 2));
          // The condition is soon followed by the recovery's, which another generation ends.
          AwaitCondition.until(
              "the loss to be seen",
              Stage.SOON,
              () -> stage.has(Condition.Type.NO_QUORUM) || generations().number() == next);
          Launches.resume(stage);
        });
  }

  private List<InstanceView> others(InstanceView left) {
    return stage.running().stream().filter(view -> !view.id().equals(left.id())).toList();
  }

  private void lose(List<InstanceView> victims, Runnable loss) throws Exception {
    long next = generations().number() + 1;
    try (Writer writer = stage.writer()) {
      writer.awaitMore(20, Stage.SOON);
      stage.anyEtcd().put(QUIET + next, "held");
      Map<String, String> held = new TreeMap<>(stage.anyEtcd().range(QUIET));
      List<String> ids = new ArrayList<>(victims.stream().map(InstanceView::id).toList());

      loss.run();

      generations().awaitRestored(next);
      assertThat(writer.lost()).isZero();
      assertThat(stage.anyEtcd().range(QUIET)).isEqualTo(held);
      assertThat(stage.anyEtcd().members().values()).hasSize(3).doesNotContainAnyElementsOf(ids);
      writer.awaitMore(20, Stage.SOON);
      writer.stopAndVerify(stage.anyEtcd());
    }
  }

  /** Not a loss, but the same machine: every member is fenced, and the snapshot begins anew. */
  @EverythingOnly
  @Test
  @Order(4)
  void anOperatorRollsBackToASnapshot() throws Exception {
    long before = generations().number();
    try (Writer writer = stage.writer();
        SnapshotCommands snapshots = new SnapshotCommands(stage)) {
      writer.awaitMore(20, Stage.SOON);
      SnapshotId id = verified(snapshots);
      stage.anyEtcd().put(QUIET + "given-up", "newer");
      writer.awaitMore(20, Stage.SOON);

      Request stale = restore(snapshots, id, "0123456789ab");
      assertThat(stale.state()).as(stale.detail()).isEqualTo(Request.State.REFUSED);
      assertThat(generations().number()).isEqualTo(before);
      Request begun = restore(snapshots, id, hash(id));

      assertThat(begun.state()).as(begun.detail()).isEqualTo(Request.State.DONE);
      assertThat(generations().awaitRestored(before + 1).snapshot()).isEqualTo(id);
      assertThat(stage.anyEtcd().range(QUIET)).doesNotContainKey(QUIET + "given-up");
      assertThat(writer.lost()).isGreaterThanOrEqualTo(20);
      writer.awaitMore(20, Stage.SOON);
      writer.stopAndVerify(stage.anyEtcd());
    }
  }

  private static SnapshotId verified(SnapshotCommands snapshots) {
    Request taken = snapshots.ask(RequestKind.TAKE_SNAPSHOT, Map.of());
    String id = taken.result().get("snapshot");
    Request verified = snapshots.ask(RequestKind.VERIFY_SNAPSHOT, Map.of("snapshot", id));
    assertThat(verified.state()).as(verified.detail()).isEqualTo(Request.State.DONE);
    return new SnapshotId(id);
  }

  private static Request restore(SnapshotCommands snapshots, SnapshotId id, String hash) {
    return snapshots.ask(
        RequestKind.RESTORE_SNAPSHOT, Map.of("snapshot", id.value(), "hash", hash));
  }

  /** As the command prints it, which shows an operator what a restore would do. */
  private String hash(SnapshotId id) throws IOException, InterruptedException {
    Operator.Said plan =
        new Operator(stage)
            .quorate("restore", stage.name.value(), "--snapshot", id.value(), "--output", "json");
    assertThat(plan.code()).as(plan.said()).isZero();
    Matcher hash = HASH.matcher(plan.said());
    assertThat(hash.find()).as(plan.said()).isTrue();
    return hash.group(1);
  }
}
