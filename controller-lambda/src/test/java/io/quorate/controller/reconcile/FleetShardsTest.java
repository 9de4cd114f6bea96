package io.quorate.controller.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.codec.Codecs;
import io.quorate.command.CommandKind;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.CountingStore;
import io.quorate.controller.fixture.StoreStage;
import io.quorate.controller.plan.Planner;
import io.quorate.guards.Guards;
import io.quorate.model.ClusterName;
import io.quorate.state.Condition;
import io.quorate.state.FleetEntry;
import io.quorate.store.FleetHealth;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The fleet breaker of a large fleet: it reads shards, and every line where they will not do. */
@Guards("FLEET_BREAKER")
class FleetShardsTest {
  private static final int CLUSTERS = 1_000;

  private final StoreStage stage = StoreStage.of(ClusterFixture.healthy(3).terminate("i-3"));
  private final List<FleetEntry> lines = new ArrayList<>();

  @BeforeEach
  void fleet() {
    lines.add(Codecs.FLEET.read(stage.attributes(Keys.fleet(StoreStage.CLUSTER)), "fleet"));
    for (int n = 1; n < CLUSTERS; n++) {
      line(n, true);
    }
  }

  @Test
  void aFleetThatFellTogetherHoldsBackByTheShardsAlone() {
    fall(300);
    kept(stage.now.minus(FleetHealth.SETTLING));
    CountingStore counting = new CountingStore(stage.store);

    stage.turn(counting, new Planner()::plan);

    assertThat(breaker()).hasValueSatisfying(why -> assertThat(why).contains("301 of 1000"));
    assertThat(stage.status().operation()).isEmpty();
    assertThat(counting.itemsRead).as("shards and not lines").isLessThan(200);
  }

  @Test
  void aFleetThatServesLetsItsDeadMemberBeRemovedAndTellsTheShard() {
    kept(stage.now.minus(FleetHealth.SETTLING));

    stage.turn();

    assertThat(stage.status().operation()).isPresent();
    assertThat(breaker()).isEmpty();
    assertThat(FleetHealth.unhealthy(stage.store.read(FleetHealth.keys())))
        .as("who removes a dead member counts, though it was never seen degraded")
        .hasValueSatisfying(
            unhealthy -> assertThat(unhealthy).containsOnlyKeys(StoreStage.CLUSTER));
    assertThat(healthy(stage)).isFalse();
  }

  @Test
  void aMemberThatLeavesByItselfDoesNotCount() {
    ClusterFixture fixture = ClusterFixture.healthy(3).knowsLeave().heldTermination("i-3");
    fixture.desired = 2;
    StoreStage leaving = StoreStage.of(fixture);

    leaving.turn();

    assertThat(leaving.status().operation())
        .hasValueSatisfying(open -> assertThat(open.kind()).isEqualTo(CommandKind.LEAVE));
    assertThat(healthy(leaving)).isTrue();
  }

  private static boolean healthy(StoreStage stage) {
    return Codecs.FLEET.read(stage.attributes(Keys.fleet(StoreStage.CLUSTER)), "fleet").healthy();
  }

  @Test
  void whoTurnsUnhealthyTellsItsShardInTheSameTransaction() {
    fall(300);
    kept(stage.now.minus(FleetHealth.SETTLING));

    stage.turn();

    assertThat(FleetHealth.unhealthy(stage.store.read(FleetHealth.keys())))
        .hasValueSatisfying(
            unhealthy ->
                assertThat(unhealthy)
                    .hasSize(301)
                    .containsEntry(
                        StoreStage.CLUSTER,
                        stage.now.truncatedTo(java.time.temporal.ChronoUnit.MILLIS)));
  }

  @Test
  void shardsThatAreJustBegunOldOrMissingAreNotBelieved() {
    kept(stage.now); // By what was read before the fleet fell.
    fall(300);
    stage.turn();
    assertThat(breaker()).as("just begun").isPresent();

    kept(stage.now.minus(FleetHealth.SETTLING));
    Key missing = FleetHealth.keys().get(7);
    assertThat(
            stage
                .store
                .write(
                    new io.quorate.store.Write.Delete(missing, io.quorate.store.Expect.anything()))
                .written())
        .isTrue();
    stage.turn();
    assertThat(breaker()).as("one is missing").isPresent();
  }

  @Test
  void aSizeThatNobodyCountsAnyMoreIsNotBelieved() {
    kept(stage.now.minus(FleetHealth.SETTLING));
    fall(300); // No turn of these tells a shard.
    stage.now = stage.now.plus(FleetHealth.FRESH);

    stage.turn();

    assertThat(breaker()).isPresent();
  }

  @Test
  void aSmallFleetReadsItsLines() {
    FleetHealth.Size small = new FleetHealth.Size(FleetHealth.LARGE, stage.now, Instant.EPOCH);

    assertThat(small.counts(stage.now)).isFalse();
    assertThat(
            new FleetHealth.Size(FleetHealth.LARGE + 1, stage.now, Instant.EPOCH).counts(stage.now))
        .isTrue();
  }

  private void fall(int clusters) {
    for (int n = 1; n <= clusters; n++) {
      line(n, false);
    }
  }

  private void line(int n, boolean healthy) {
    ClusterName name = new ClusterName("other-" + n);
    FleetEntry line =
        new FleetEntry(
            name, ClusterFixture.UID, "g-" + n, healthy, stage.now.minus(Duration.ofMinutes(1)));
    stage.put(Keys.fleet(name), Codecs.FLEET.write(line));
    lines.removeIf(other -> other.name().equals(name));
    lines.add(line);
  }

  /** As the schedule keeps the shards, since then. */
  private void kept(Instant since) {
    assertThat(
            FleetHealth.keep(
                stage.store,
                stage.store.read(FleetHealth.keys()),
                Optional.of(new FleetHealth.Size(CLUSTERS, stage.now, since)),
                lines,
                stage.now))
        .isEmpty();
  }

  private Optional<String> breaker() {
    return stage.status().conditions().stream()
        .filter(held -> held.type() == Condition.Type.FLEET_BREAKER)
        .map(Condition::message)
        .findFirst();
  }
}
