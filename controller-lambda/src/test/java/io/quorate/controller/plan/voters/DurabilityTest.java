package io.quorate.controller.plan.voters;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.CommandKind;
import io.quorate.command.Outcome;
import io.quorate.controller.decision.Decision;
import io.quorate.controller.decision.NoOp;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.NodeFixture;
import io.quorate.controller.fixture.SnapshotFixture;
import io.quorate.controller.plan.ClusterStates;
import io.quorate.guards.Guards;
import io.quorate.state.Condition;
import io.quorate.state.DataState;
import io.quorate.state.Phase;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A quorum that proves itself, of which a majority has lost its data on disk. */
class DurabilityTest {
  private static ClusterFixture lost(String... instances) {
    ClusterFixture fixture = ClusterFixture.healthy(3);
    for (String instance : instances) {
      fixture.data(instance, DataState.LOST);
    }
    return fixture;
  }

  private static List<Condition.Type> shown(ClusterFixture fixture) {
    return fixture.plan().status().conditions().stream().map(Condition::type).toList();
  }

  @Test
  @Guards("MAJORITY_NOT_DURABLE")
  void writesStillSucceedAndTheStatusSaysHowToSaveThem() {
    ClusterFixture fixture = lost("i-1", "i-2");

    assertThat(fixture.plan().status().phase()).isEqualTo(Phase.DEGRADED);
    assertThat(shown(fixture))
        .contains(Condition.Type.MAJORITY_NOT_DURABLE)
        .doesNotContain(Condition.Type.NO_QUORUM, Condition.Type.QUORUM_LOST);
    assertThat(fixture.plan().status().conditions().getFirst().message())
        .contains("3 of 3 voters answer", "only 1 of them", "i-1 LOST, i-2 LOST")
        .contains("etcdctl --endpoints=http://10.0.0.3:2379 snapshot save demo.db");
  }

  @Test
  @Guards("MAJORITY_NOT_DURABLE")
  void itSaysPlainlyWhetherAnybodyIsReplaced() {
    assertThat(message(lost("i-1", "i-2")))
        .contains("no agent of these voters has a bucket and etcdutl: it replaces NOBODY");

    assertThat(message(snapshots("i-1", "i-2").cluster))
        .contains("takes a snapshot at once, and replaces the voters whose directory is gone")
        .doesNotContain("NOBODY");

    assertThat(message(snapshots("i-1", "i-2", "i-3").cluster))
        .contains("takes a snapshot at once, but replaces NOBODY");
  }

  private static SnapshotFixture snapshots(String... lost) {
    SnapshotFixture fixture = SnapshotFixture.of(3);
    for (String instance : lost) {
      fixture.cluster.data(instance, DataState.LOST);
    }
    return fixture;
  }

  private static String message(ClusterFixture fixture) {
    return fixture.plan().status().conditions().stream()
        .filter(held -> held.type() == Condition.Type.MAJORITY_NOT_DURABLE)
        .map(Condition::message)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void soItDoesWithoutAnyDataOnDisk() {
    ClusterFixture fixture = lost("i-1", "i-2", "i-3");

    assertThat(fixture.plan().status().phase()).isEqualTo(Phase.DEGRADED);
    assertThat(shown(fixture)).contains(Condition.Type.MAJORITY_NOT_DURABLE);
  }

  @Test
  void nothingIsRemovedOnAQuorumWithoutData() {
    assertThat(lost("i-1", "i-2").plan().decision()).isInstanceOf(NoOp.class);
    assertThat(ClusterStates.of(lost("i-1", "i-2").view()).quorum().healthyVoters()).hasSize(1);
  }

  @Test
  void onceTheirEtcdsEndedTheQuorumIsLost() {
    ClusterFixture fixture = lost("i-1", "i-2");
    fixture.node("i-1").answering = false;
    fixture.node("i-2").answering = false;
    fixture.node("i-3").quorumProven = false;

    assertThat(fixture.plan().status().phase()).isEqualTo(Phase.NO_QUORUM);
    assertThat(shown(fixture))
        .contains(Condition.Type.QUORUM_LOST)
        .doesNotContain(Condition.Type.MAJORITY_NOT_DURABLE);
  }

  @Test
  void aMinorityWithoutDataIsReplaced() {
    assertThat(shown(lost("i-3"))).doesNotContain(Condition.Type.MAJORITY_NOT_DURABLE);
    assertThat(lost("i-3").plan().decision())
        .extracting(Decision::code)
        .isEqualTo("ISSUE_INSTRUCTION");
  }

  @Test
  void whoIsSilentProvesNothing() {
    ClusterFixture fixture = lost("i-1", "i-2").silence("i-1").silence("i-2");

    assertThat(shown(fixture)).doesNotContain(Condition.Type.MAJORITY_NOT_DURABLE);
  }

  /** The seeder's row lists itself alone a moment longer than the join takes. */
  @Test
  void aVoterThatJustJoinedIsCountedAmongThoseWithDataToo() {
    ClusterFixture fixture = ClusterFixture.healthy(1);
    fixture.status = fixture.plan().status();
    fixture.desired = 2;
    NodeFixture joined = fixture.launch("i-2");
    fixture.open(CommandKind.JOIN, "i-2").answer("i-2", Outcome.Result.DONE);
    joined.joined(fixture.lineage.bootstrap().orElseThrow(), fixture.member("i-2"));
    fixture.node("i-1").listInstead = Optional.of(List.copyOf(fixture.listed));
    fixture.listed.add(ClusterFixture.entry(joined, false));

    assertThat(fixture.plan().status().proven().orElseThrow().members()).hasSize(2);
    assertThat(ClusterStates.of(fixture.view()).quorum().healthyVoters())
        .as("by the list of the seeder's row")
        .hasSize(1);
    assertThat(shown(fixture)).doesNotContain(Condition.Type.MAJORITY_NOT_DURABLE);

    fixture.data("i-1", DataState.LOST);
    assertThat(shown(fixture)).contains(Condition.Type.MAJORITY_NOT_DURABLE);
  }
}
