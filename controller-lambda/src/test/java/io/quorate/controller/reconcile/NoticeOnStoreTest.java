package io.quorate.controller.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.HookedStore;
import io.quorate.controller.fixture.StoreStage;
import io.quorate.controller.plan.Planner;
import io.quorate.lease.Leases;
import io.quorate.model.InstanceId;
import io.quorate.spec.SpecReader;
import io.quorate.state.DataState;
import io.quorate.state.Termination;
import io.quorate.store.Item;
import io.quorate.store.Keys;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** When agents are told to look: at what they are to do, and when a turn waits for them. */
class NoticeOnStoreTest {
  private final ClusterFixture fixture = ClusterFixture.healthy(3);

  @Test
  void atRestNobodyIsTold() {
    StoreStage stage = StoreStage.of(fixture);
    stage.turn();
    assertThat(notice(stage)).isEmpty();
  }

  @Test
  void anInstructionIsToldWithTheTransactionThatIssuesIt() {
    StoreStage stage = StoreStage.of(fixture.data("i-3", DataState.LOST));
    HookedStore store =
        new HookedStore(
            stage.store,
            call -> assertThat(notice(stage).isPresent()).isEqualTo(stage.slot("i-3").isPresent()));

    stage.turn(store, new Planner()::plan);

    assertThat(stage.slot("i-3")).isPresent();
    assertThat(notice(stage)).isPresent();
  }

  @Test
  void aTurnThatWaitsForNodesThatBeatSeldomTellsThemOnce() {
    StoreStage stage = StoreStage.of(terminating());
    List<Optional<Item>> seen = new ArrayList<>();
    Runnable beats = stage.whileAwaited;
    stage.whileAwaited =
        () -> {
          seen.add(notice(stage));
          if (seen.size() == 3) {
            beats.run();
          }
        };

    stage.turn();

    assertThat(seen).hasSize(3).doesNotContain(Optional.empty());
    assertThat(seen.stream().distinct()).hasSize(1);
    assertThat(stage.terminated).containsExactly(new InstanceId("i-3"));
  }

  @Test
  void nodesThatBeatOftenAreAwaitedOnly() {
    ClusterFixture often = terminating();
    often.spec =
        SpecReader.read(
                "name: demo\netcd: {version: '3.5'}\n"
                    + "timings: {heartbeatSteady: 5s, missedHeartbeats: 4}")
            .orThrow();
    StoreStage stage = StoreStage.of(often);
    List<Optional<Item>> seen = new ArrayList<>();
    Runnable beats = stage.whileAwaited;
    stage.whileAwaited =
        () -> {
          seen.add(notice(stage));
          beats.run();
        };

    stage.turn();

    assertThat(seen).containsOnly(Optional.empty());
    assertThat(stage.terminated).containsExactly(new InstanceId("i-3"));
  }

  @Test
  void whoLostTheLeaseWhileItWaitedTellsNobody() {
    StoreStage stage = StoreStage.of(terminating());
    HookedStore store =
        new HookedStore(
            stage.store,
            call -> {
              // The lease, the records, the rows; then the notice.
              if (call == 3) {
                stage.pastTheLease();
                assertThat(
                        new Leases(stage.store)
                            .take(StoreStage.CLUSTER, "other", stage.now, Turn.LEASE))
                    .isPresent();
              }
            });

    TurnResult result = stage.turn(store, new Planner()::plan);

    assertThat(result).isEqualTo(new TurnResult.Overtaken());
    assertThat(notice(stage)).isEmpty();
  }

  private ClusterFixture terminating() {
    fixture.status =
        fixture.status.withTerminations(
            List.of(Termination.decided(new InstanceId("i-3"), "test", ClusterFixture.NOW)));
    return fixture;
  }

  private static Optional<Item> notice(StoreStage stage) {
    return stage.store.glance(Keys.notice(StoreStage.CLUSTER));
  }
}
