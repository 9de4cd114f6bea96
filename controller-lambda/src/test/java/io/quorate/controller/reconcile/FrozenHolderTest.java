package io.quorate.controller.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.Outcome;
import io.quorate.controller.decision.CommitBootstrap;
import io.quorate.controller.decision.NoOp;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.HookedStore;
import io.quorate.controller.fixture.StoreStage;
import io.quorate.controller.plan.Planner;
import io.quorate.guards.Guards;
import io.quorate.lease.HeldLease;
import io.quorate.lease.Leases;
import io.quorate.model.ClusterUid;
import io.quorate.model.InstanceId;
import io.quorate.state.DataState;
import io.quorate.state.Termination;
import io.quorate.store.Item;
import io.quorate.store.Keys;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * I4: a holder that freezes before any of its store calls, while another takes the lease, writes
 * nothing when it wakes.
 */
class FrozenHolderTest {
  private static final int MOST_CALLS = 60;

  /** What there is to do in the frozen turn. */
  @SuppressWarnings("ImmutableEnumChecker") // Each supplier makes a stage of its own.
  enum Work {
    ISSUE(() -> StoreStage.of(ClusterFixture.healthy(3).data("i-3", DataState.LOST))),
    BOOTSTRAP(() -> StoreStage.of(ClusterFixture.registered(3))),
    FINISH_BOOTSTRAP(Work::decidedBootstrap),
    CLOSE(Work::answered),
    TERMINATE(Work::hung),
    HALT_UNREADABLE(Work::unreadable),
    FOREIGN_ARCHIVE(Work::foreign);

    private final Supplier<StoreStage> stage;

    Work(Supplier<StoreStage> stage) {
      this.stage = stage;
    }

    private static StoreStage decidedBootstrap() {
      StoreStage stage = StoreStage.of(ClusterFixture.registered(3));
      stage.turn(
          view -> {
            Plan plan = new Planner().plan(view);
            return plan.decision() instanceof CommitBootstrap
                ? plan
                : new Plan(new NoOp(Reason.of("T", "t")), view.status(), Map.of());
          });
      assertThat(stage.lineage().state().name()).isEqualTo("COMMITTING");
      return stage;
    }

    private static StoreStage answered() {
      StoreStage stage = ISSUE.stage.get();
      stage.turn();
      var open = stage.slot("i-3").orElseThrow().command();
      stage.fixture.node("i-3").outcome =
          Optional.of(
              new Outcome(open.header().id(), open.kind(), Outcome.Result.FAILED, "S", "no"));
      stage.heartbeats();
      return stage;
    }

    private static StoreStage hung() {
      ClusterFixture fixture = ClusterFixture.healthy(3);
      fixture.status =
          fixture.status.withTerminations(
              List.of(Termination.decided(new InstanceId("i-3"), "test", ClusterFixture.NOW)));
      return StoreStage.of(fixture);
    }

    private static StoreStage unreadable() {
      StoreStage stage = StoreStage.of(ClusterFixture.healthy(3));
      stage.put(Keys.spec(StoreStage.CLUSTER), Map.of("schemaVersion", (Object) 1L));
      return stage;
    }

    private static StoreStage foreign() {
      StoreStage stage = decidedBootstrap();
      stage.mirror.record(
          StoreStage.CLUSTER, new ClusterUid("uid-2"), stage.lineage().bootstrap().orElseThrow());
      return stage;
    }
  }

  @ParameterizedTest
  @EnumSource(Work.class)
  @Guards("TurnResult.Overtaken")
  void whileAnotherHoldsTheLeaseNothingIsWritten(Work work) {
    everyFreeze(work, stage -> take(stage));
  }

  @ParameterizedTest
  @EnumSource(Work.class)
  void afterAnotherFreedTheLeaseNothingIsWritten(Work work) {
    everyFreeze(
        work, stage -> assertThat(new Leases(stage.store).release(take(stage), Map.of())).isTrue());
  }

  @ParameterizedTest
  @EnumSource(Work.class)
  void afterAnotherWholeTurnNothingIsWritten(Work work) {
    everyFreeze(work, StoreStage::turn);
  }

  private static void everyFreeze(Work work, Consumer<StoreStage> meanwhile) {
    int refused = 0;
    for (int at = 1; at < MOST_CALLS; at++) {
      StoreStage stage = work.stage.get();
      List<List<Item>> left = new ArrayList<>();
      int freeze = at;
      HookedStore frozen =
          new HookedStore(
              stage.store,
              call -> {
                if (call == freeze) {
                  stage.pastTheLease();
                  meanwhile.accept(stage);
                  left.add(stage.records());
                }
              });
      stage.turn(frozen, new Planner()::plan);
      if (left.isEmpty()) {
        assertThat(refused).as("store calls of a turn that does %s", work).isGreaterThan(3);
        return;
      }
      assertThat(stage.records()).as("%s frozen before call %s", work, at).isEqualTo(left.get(0));
      refused++;
    }
    throw new AssertionError(work + ": a turn of over " + MOST_CALLS + " store calls");
  }

  private static HeldLease take(StoreStage stage) {
    return new Leases(stage.store)
        .take(StoreStage.CLUSTER, "other", stage.now, Turn.LEASE)
        .orElseThrow();
  }
}
