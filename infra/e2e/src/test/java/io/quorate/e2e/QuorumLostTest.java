package io.quorate.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.localcloud.instance.InstanceView;
import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import io.quorate.snapshot.SnapshotId;
import io.quorate.snapshot.SnapshotRecord;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
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

  private Generations generations;

  @Override
  Stage raise(Path home) throws IOException {
    Stage raised = Stage.healthy(home, 3);
    generations = new Generations(raised);
    return raised;
  }

  @Test
  @Order(1)
  void aFollowersDiskIsLeft() throws Exception {
    InstanceView left = stage.follower();

    lose(2, stage.running().stream().filter(view -> !view.id().equals(left.id())).toList());
  }

  @Test
  @Order(2)
  void theLeadersDiskIsLeft() throws Exception {
    InstanceView left = stage.leader();

    lose(3, stage.running().stream().filter(view -> !view.id().equals(left.id())).toList());
  }

  private void lose(long next, List<InstanceView> victims) throws Exception {
    try (Writer writer = stage.writer()) {
      writer.awaitMore(20, Stage.SOON);
      stage.anyEtcd().put(QUIET + next, "held");
      Map<String, String> held = new TreeMap<>(stage.anyEtcd().range(QUIET));
      List<String> ids = new ArrayList<>(victims.stream().map(InstanceView::id).toList());

      Ec2.terminate(stage, victims);

      generations.awaitRestored(next);
      assertThat(writer.lost()).isZero();
      assertThat(stage.anyEtcd().range(QUIET)).isEqualTo(held);
      assertThat(stage.anyEtcd().members().values()).hasSize(3).doesNotContainAnyElementsOf(ids);
      writer.awaitMore(20, Stage.SOON);
      writer.stopAndVerify(stage.anyEtcd());
    }
  }

  /** Not a loss, but the same machine: every member is fenced, and the snapshot begins anew. */
  @Test
  @Order(3)
  void anOperatorRollsBackToASnapshot() throws Exception {
    try (Writer writer = stage.writer();
        SnapshotCommands snapshots = new SnapshotCommands(stage)) {
      writer.awaitMore(20, Stage.SOON);
      SnapshotId id = verified(snapshots);
      stage.anyEtcd().put(QUIET + "given-up", "newer");
      writer.awaitMore(20, Stage.SOON);

      Request stale = restore(snapshots, id, "0123456789ab");
      assertThat(stale.state()).as(stale.detail()).isEqualTo(Request.State.REFUSED);
      assertThat(generations.current().generation().value()).isEqualTo(3);
      Request begun = restore(snapshots, id, hash(snapshots.line(id)));

      assertThat(begun.state()).as(begun.detail()).isEqualTo(Request.State.DONE);
      assertThat(generations.awaitRestored(4).snapshot()).isEqualTo(id);
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

  /** As docs/recovery.md describes it, of three members that hold data. */
  private String hash(SnapshotRecord snapshot) throws NoSuchAlgorithmException {
    String holders =
        stage.running().stream()
            .map(view -> view.id() + "=FENCED\n")
            .sorted()
            .collect(Collectors.joining());
    String plan =
        "%s\n%d\nROLLBACK\n%s%s\n%s"
            .formatted(
                snapshot.manifest().uid(),
                generations.current().generation().value(),
                holders,
                snapshot.id(),
                snapshot.manifest().sha256());
    byte[] sha256 =
        MessageDigest.getInstance("SHA-256").digest(plan.getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().formatHex(sha256).substring(0, 12);
  }
}
