package io.quorate.controller.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.codec.Codecs;
import io.quorate.codec.CommandCodec;
import io.quorate.command.CommandHeader;
import io.quorate.command.CommandSlot;
import io.quorate.command.JoinCluster;
import io.quorate.command.Lane;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.PruneInstances;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.RecoveryFixture;
import io.quorate.controller.fixture.StoreStage;
import io.quorate.controller.plan.Planner;
import io.quorate.controller.view.ClusterView;
import io.quorate.controller.view.GroupSettings;
import io.quorate.controller.view.GroupView;
import io.quorate.guards.Guards;
import io.quorate.model.FencingToken;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.state.Condition;
import io.quorate.state.Holder;
import io.quorate.store.Expiry;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whole turns over a store in memory about an instance that EC2 has forgotten. */
@Guards("PruneInstances")
class PruneOnStoreTest {
  private static final InstanceId ENDED = new InstanceId("i-4");
  private static final Key ROW = Keys.node(StoreStage.CLUSTER, ENDED);
  private static final Key SLOT = Keys.command(StoreStage.CLUSTER, Lane.MEMBERSHIP, ENDED);

  private final ClusterFixture fixture = RecoveryFixture.recorded();
  private StoreStage stage = StoreStage.of(fixture);

  /** It ended three hours ago; two hours ago EC2 did not know it any more. */
  @BeforeEach
  void ended() {
    Instant now = ClusterFixture.NOW;
    fixture.launch("i-4");
    fixture.terminate("i-4");
    fixture.instances.remove(ENDED);
    fixture.status =
        fixture
            .status
            .withTombstones(Map.of(ENDED, now.minus(Duration.ofHours(3))))
            .withData(
                fixture
                    .status
                    .data()
                    .with(
                        ENDED,
                        new Holder(Generation.FIRST, "disk-i-4", now.minus(Duration.ofDays(1)))
                            .shownIn("us-east-1/123456789012")
                            .unknown(now.minus(Duration.ofHours(2)))));
    stage = StoreStage.of(fixture);
    stage.group =
        ((GroupView.Observed) stage.group)
            .with(
                new GroupSettings(
                    Optional.empty(),
                    Optional.empty(),
                    List.of(),
                    Optional.empty(),
                    Optional.of("us-east-1/123456789012")));
    stage.put(SLOT, CommandCodec.write(new CommandSlot(joined(), CommandSlot.State.CLOSED)));
  }

  private JoinCluster joined() {
    return new JoinCluster(
        new CommandHeader(
            "op-0",
            ENDED,
            fixture.lineage.uid(),
            Generation.FIRST,
            new FencingToken(1),
            ClusterFixture.NOW),
        Optional.empty(),
        "token",
        fixture.lineage.bootstrap().orElseThrow().clusterId(),
        List.of("http://10.0.0.1:2379"),
        1_000,
        1);
  }

  private void turn() {
    stage.now = stage.now.plus(Duration.ofSeconds(40));
    stage.whileAwaited.run();
    stage.turn(this::planned);
  }

  private Plan planned(ClusterView view) {
    return new Planner().plan(view);
  }

  /** Its row stands still while it is watched for that: two turns and the time of silence. */
  private void turnsUntilItIsDue() {
    turn();
    turn();
    assertThat(stage.decisions()).doesNotContain("PRUNE_INSTANCES");
    assertThat(stage.store.read(List.of(ROW))).containsKey(ROW);
  }

  @Test
  void tombstoneHolderAndRowGoInOneTransaction() {
    turnsUntilItIsDue();
    turn();

    assertThat(stage.decisions()).containsOnlyOnce("PRUNE_INSTANCES");
    assertThat(stage.store.read(List.of(ROW))).isEmpty();
    assertThat(stage.status().tombstones()).isEmpty();
    assertThat(stage.status().data().holders()).doesNotContainKey(ENDED).hasSize(3);
    assertThat(stage.attributes(SLOT)).containsKey(Expiry.ATTRIBUTE);
    assertThat(stage.observed()).doesNotContain(ENDED);
  }

  /** A write that came between the look and the transaction takes all of it back. */
  @Test
  void nothingGoesWhoseRowMovedMeanwhile() {
    turnsUntilItIsDue();
    stage.now = stage.now.plus(Duration.ofSeconds(40));
    stage.whileAwaited.run();
    stage.turn(
        view -> {
          Plan plan = planned(view);
          if (plan.decision() instanceof PruneInstances) {
            moves();
          }
          return plan;
        });

    assertThat(stage.decisions()).doesNotContain("PRUNE_INSTANCES");
    assertThat(stage.store.read(List.of(ROW))).containsKey(ROW);
    assertThat(stage.status().data().holders()).containsKey(ENDED);
    assertThat(stage.status().terminated(ENDED)).isTrue();
  }

  private void moves() {
    Map<String, Object> row = new HashMap<>(stage.attributes(ROW));
    row.merge("sequence", 1L, (was, one) -> (Long) was + (Long) one);
    stage.put(ROW, row);
  }

  /** It is no new member's, and nothing waits for it: it is a stranger's. */
  @Test
  @Guards("ROWS_OF_STRANGERS")
  void aHeartbeatThatComesAfterwardsIsAStrangers() {
    Map<String, Object> late = stage.attributes(ROW);
    turnsUntilItIsDue();
    turn();
    List<String> before = stage.decisions();

    stage.put(ROW, late);
    turn();
    moves();
    turn();

    // What is shown is journalled; nothing is decided.
    assertThat(stage.decisions()).startsWith(before.toArray(String[]::new));
    assertThat(stage.decisions().subList(before.size(), stage.decisions().size()))
        .containsOnly("NO_OP");
    assertThat(stage.status().conditions())
        .filteredOn(held -> held.type() == Condition.Type.ROWS_OF_STRANGERS)
        .singleElement()
        .satisfies(held -> assertThat(held.message()).contains("i-4"));
    assertThat(stage.observed()).doesNotContain(ENDED);
    assertThat(stage.status().data().holders()).doesNotContainKey(ENDED);
    assertThat(Codecs.HEARTBEAT.read(stage.attributes(ROW), "row").instance()).isEqualTo(ENDED);
  }

  @Test
  void anEc2ThatDoesNotAnswerPrunesNobody() {
    stage.ec2Answers = false;
    turnsUntilItIsDue();
    turn();
    turn();

    assertThat(stage.store.read(List.of(ROW))).containsKey(ROW);
    assertThat(stage.status().data().holders()).containsKey(ENDED);
  }
}
