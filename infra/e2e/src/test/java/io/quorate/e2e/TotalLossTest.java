package io.quorate.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.localcloud.instance.InstanceView;
import io.quorate.localcloud.instance.ProcessTarget;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.state.Condition;
import io.quorate.state.GenerationSource;
import io.quorate.state.MemberIdentity;
import io.quorate.state.OldLog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * Everyone's data is lost, under a stream of writes: the cluster serves again, as the next
 * generation, with exactly what the newest snapshot held. What is no loss begins no generation.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class TotalLossTest extends OneStage {
  private static final String QUIET = "quiet/";

  private int put;

  @Override
  Stage raise(Path home) throws IOException {
    return Stage.healthy(home, 3);
  }

  private Snapshots snapshots() {
    return new Snapshots(stage);
  }

  private Generations generations() {
    return new Generations(stage);
  }

  @EverythingOnly
  @Test
  @Order(1)
  void threeRebootedAtOnceComeBackOnTheirDisks() throws Exception {
    long generation = generations().number();
    try (Writer writer = stage.writer()) {
      writer.awaitMore(20, Stage.SOON);
      List<InstanceView> all = stage.running();
      Map<String, MemberIdentity> before = new TreeMap<>();
      Map<String, String> boots = new TreeMap<>();
      for (InstanceView instance : all) {
        before.put(instance.id(), stage.identity(instance));
        boots.put(instance.id(), stage.boot(instance));
      }

      all.parallelStream().forEach(i -> stage.deployment.instances().reboot(i.id()));

      all.forEach(i -> stage.awaitLaterIncarnation(i, boots.get(i.id())));
      stage.awaitHealthy(3);
      all.forEach(i -> assertThat(stage.identity(i)).isEqualTo(before.get(i.id())));
      assertThat(generations().number()).isEqualTo(generation);
      writer.awaitMore(20, Stage.SOON);
      writer.stopAndVerify(stage.anyEtcd());
    }
  }

  @Test
  @Order(2)
  void allTerminatedServesAgainFromTheNewestSnapshot(@TempDir Path volume) throws Exception {
    InstanceView follower = stage.follower();

    Recovered recovered =
        losing(
            () -> {
              stage.deployment.instances().freeze(follower.id(), ProcessTarget.OTHERS);
              Disks.copy(follower.folder(), volume);
              Ec2.terminate(stage, stage.running());
            });

    assertThat(recovered.source().snapshot()).isEqualTo(recovered.taken().id());
    assertThat(recovered.lost()).isGreaterThanOrEqualTo(20);
    anOldVolumeOnANewInstanceIsToldOfAndUploaded(volume);
  }

  /** It holds the writes that the recovery lost; nobody serves them, and nobody loses them. */
  private void anOldVolumeOnANewInstanceIsToldOfAndUploaded(Path volume) throws IOException {
    long generation = generations().number();
    InstanceView node = stage.follower();
    Ec2.attach(stage, node, volume);

    OldLog told =
        AwaitCondition.value(
            "the copy in the bucket",
            Stage.SOON,
            () ->
                stage.status().data().oldLogs().stream()
                    .filter(old -> old.instance().value().equals(node.id()))
                    .filter(old -> old.copy().isPresent())
                    .findFirst());

    assertThat(told.fate()).isEqualTo(OldLog.Fate.DIVERGENT);
    assertThat(stage.has(Condition.Type.DIVERGENT_DATA)).isTrue();
    assertThat(snapshots().sizeOf(told.copy().orElseThrow())).isPositive();
    stage.awaitHealthy(3);
    assertThat(generations().number()).isEqualTo(generation);
  }

  /** Their etcds end, too: while they go on in memory each is replaced, and nothing is lost. */
  @EverythingOnly
  @Test
  @Order(3)
  void allDirectoriesWipedServesAgainOnTheSameInstances() throws Exception {
    List<String> instances = stage.running().stream().map(InstanceView::id).sorted().toList();

    Recovered recovered =
        losing(
            () -> {
              List<InstanceView> all = stage.running();
              for (InstanceView instance : all) {
                stage.wipe(instance);
              }
              all.forEach(
                  instance ->
                      stage.deployment.instances().kill(instance.id(), ProcessTarget.OTHERS));
            });

    assertThat(recovered.source().snapshot()).isGreaterThanOrEqualTo(recovered.taken().id());
    assertThat(stage.running()).extracting(InstanceView::id).containsAll(instances);
  }

  @EverythingOnly
  @Test
  @Order(4)
  void aTruncatedSnapshotIsPassedOverForTheOneBeforeIt() throws Exception {
    long generation = generations().number();
    try (Writer writer = stage.writer()) {
      snapshots().awaitFirst(generation);
      writer.awaitMore(20, Stage.SOON);
      SnapshotRecord good = snapshots().take();
      writer.awaitMore(20, Stage.SOON);
      SnapshotRecord newest = snapshots().take();
      snapshots().truncate(newest);

      Ec2.terminate(stage, stage.running());

      GenerationSource source = generations().awaitRestored(generation + 1);
      assertThat(source.snapshot()).isEqualTo(good.id());
      assertThat(snapshots().record(newest).state()).isEqualTo(SnapshotRecord.State.FAILED);
      writer.awaitMore(20, Stage.SOON);
      writer.stopAndVerify(stage.anyEtcd());
      assertThat(writer.lost()).isGreaterThanOrEqualTo(20);
    }
  }

  private interface Loss {
    void happens() throws IOException;
  }

  private record Recovered(SnapshotRecord taken, GenerationSource source, long lost) {}

  /** Takes a snapshot, writes more, loses everything, and compares with what was restored. */
  private Recovered losing(Loss loss) throws IOException {
    long generation = generations().number();
    try (Writer writer = stage.writer()) {
      snapshots().awaitFirst(generation);
      writer.awaitMore(20, Stage.SOON);
      stage.anyEtcd().put(QUIET + ++put, "held");
      Map<String, String> held = new TreeMap<>(stage.anyEtcd().range(QUIET));
      SnapshotRecord taken = snapshots().take();
      long newer = stage.anyEtcd().put(QUIET + "newer-" + put, "newer");
      writer.awaitMore(20, Stage.SOON);

      loss.happens();

      GenerationSource source = generations().awaitRestored(generation + 1);
      if (newer <= source.forkRevision()) {
        held.put(QUIET + "newer-" + put, "newer");
      }
      assertThat(stage.anyEtcd().range(QUIET)).isEqualTo(held);
      writer.awaitMore(20, Stage.SOON);
      writer.stopAndVerify(stage.anyEtcd());
      return new Recovered(taken, source, writer.lost());
    }
  }
}
