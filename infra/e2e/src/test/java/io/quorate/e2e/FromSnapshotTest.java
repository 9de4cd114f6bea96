package io.quorate.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.model.Generation;
import io.quorate.state.Bootstrap;
import io.quorate.state.Condition;
import io.quorate.state.GenerationSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * A new cluster begins with a snapshot of an etcd that Quorate never saw, as {@code etcdctl
 * snapshot save} wrote it; and comes back from a total loss like any other (I1, I5).
 */
@EverythingOnly
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class FromSnapshotTest extends OneStage {
  private static final String MOVED = "moved/";

  private Generations generations;

  @Override
  Stage raise(Path home) throws IOException {
    Stage raised = Stage.empty(home, config -> config);
    generations = new Generations(raised);
    return raised;
  }

  @Test
  @Order(1)
  void theClusterHoldsExactlyWhatTheFileHeld(@TempDir Path folder) throws Exception {
    Map<String, String> moved;
    long revision = 0;
    Path file;
    try (BareEtcd bare = new BareEtcd(folder)) {
      for (int n = 0; n < 300; n++) {
        revision = bare.etcd.put(MOVED + n, "value-" + n);
      }
      moved = new TreeMap<>(bare.etcd.range(MOVED));
      file = bare.snapshot();
      bare.etcd.put(MOVED + "later", "not in the file");
    }
    Path yaml = Files.writeString(folder.resolve("cluster.yaml"), stage.yaml(3));
    Operator operator = new Operator(stage);

    Operator.Said applied =
        operator.quorate("apply", "-f", yaml.toString(), "--from-snapshot", file.toString());

    assertThat(applied.code()).as(applied.said()).isZero();
    assertThat(applied.said()).contains("created", "at revision " + revision);
    Operator.Said again =
        operator.quorate("apply", "-f", yaml.toString(), "--from-snapshot", file.toString());
    assertThat(again.code()).as(again.said()).isEqualTo(65);
    stage.deployment.createGroup(stage.name.value(), 3);
    stage.awaitHealthy(3);
    Bootstrap begun = generations.current();
    assertThat(begun.generation()).isEqualTo(Generation.FIRST);
    GenerationSource source = begun.source().orElseThrow();
    assertThat(source.forkRevision()).isEqualTo(revision);
    assertThat(new TreeMap<>(stage.anyEtcd().range(MOVED))).isEqualTo(moved);
    assertThat(stage.anyEtcd().put(MOVED + "first", "here"))
        .as("revisions go on far above those of the file")
        .isGreaterThan(source.targetRevision());
    assertThat(stage.has(Condition.Type.DATA_RESTORED)).isFalse();
  }

  @Test
  @Order(2)
  void aLossOfEverythingIsRestoredFromItsOwnSnapshots() throws Exception {
    Snapshots snapshots = new Snapshots(stage);
    try (Writer writer = stage.writer()) {
      writer.awaitMore(20, Stage.SOON);
      var taken = snapshots.take();

      Ec2.terminate(stage, stage.running());

      assertThat(generations.awaitRestored(2).snapshot()).isEqualTo(taken.id());
      assertThat(stage.anyEtcd().range(MOVED)).hasSize(301);
      writer.awaitMore(20, Stage.SOON);
      writer.stopAndVerify(stage.anyEtcd());
    }
  }
}
