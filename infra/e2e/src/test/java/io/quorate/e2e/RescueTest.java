package io.quorate.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.localcloud.instance.InstanceView;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.state.Condition;
import io.quorate.state.JournalEntry;
import io.quorate.state.MemberIdentity;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * The directories of three of five members are deleted under running etcds, the leader's among
 * them: each is replaced while it still votes, and no write is lost.
 */
@EverythingOnly
class RescueTest extends OneStage {
  private static final int MEMBERS = 5;

  /**
   * An etcd that looks for files to purge, which it does each 30 seconds, ends where its directory
   * is gone. Here none does: a busy machine would lose that race.
   */
  private static final String NEVER_PURGES =
      "etcd: {version: 3.5, extraFlags: {max-snapshots: \"0\", max-wals: \"0\"}}";

  @Override
  Stage raise(Path home) throws IOException {
    Stage raised = Stage.empty(home, config -> config);
    try {
      raised.apply(MEMBERS, Stage.PATIENT, NEVER_PURGES);
      raised.deployment.createGroup(raised.name.value(), MEMBERS);
      raised.awaitHealthy(MEMBERS);
      return raised;
    } catch (RuntimeException | AssertionError e) {
      try (raised) {
        throw e;
      }
    }
  }

  @Test
  void threeOfFiveWithoutADirectoryAreReplacedWhileTheyVote() throws Exception {
    Snapshots snapshots = new Snapshots(stage);
    snapshots.awaitFirst(1);
    AwaitCondition.until(
        "a verified snapshot and no task under way",
        Stage.SOON,
        () ->
            snapshots.list().getLast().verified().isPresent()
                && stage.status().tasks().open().isEmpty());
    try (Writer writer = stage.writer()) {
      writer.awaitMore(50, Stage.SOON);
      InstanceView leader = stage.leader();
      List<InstanceView> victims = new ArrayList<>(List.of(leader));
      stage.running().stream()
          .filter(view -> !view.id().equals(leader.id()))
          .limit(2)
          .forEach(victims::add);
      Map<String, MemberIdentity> before = new TreeMap<>();
      victims.forEach(victim -> before.put(victim.id(), stage.identity(victim)));
      SnapshotRecord newest = snapshots.list().getLast();

      for (InstanceView victim : victims) {
        stage.wipe(victim);
      }

      for (InstanceView victim : victims) {
        stage.awaitOtherMember(victim, before.get(victim.id()));
      }
      assertThat(stage.clusters.lineage(stage.name).orElseThrow().generation().value())
          .as("the quorum was never lost")
          .isEqualTo(1);
      assertThat(stage.tables.journal())
          .extracting(JournalEntry::reason)
          .contains(Condition.Type.MAJORITY_NOT_DURABLE.name());
      AwaitCondition.until(
          "a snapshot that was taken meanwhile",
          Stage.SOON,
          () -> snapshots.list().getLast().id().compareTo(newest.id()) > 0);
      writer.awaitMore(50, Stage.SOON);
      writer.stopAndVerify(stage.etcd(victims.getFirst()));
    }
  }
}
