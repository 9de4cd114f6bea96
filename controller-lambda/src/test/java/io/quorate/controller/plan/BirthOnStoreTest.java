package io.quorate.controller.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.controller.reconcile.TurnResult;
import io.quorate.model.ClusterUid;
import io.quorate.state.Birth;
import io.quorate.state.Condition;
import io.quorate.state.Lineage;
import io.quorate.state.Phase;
import io.quorate.store.StoreUnavailableException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The right to bootstrap is used once, wherever the turn that uses it dies. */
class BirthOnStoreTest {
  private static final int MOST_CALLS = 60;

  @Test
  void aTurnDecidesAndFinishesTheBirth() {
    StoreStage stage = StoreStage.of(Scene.registered(3));

    stage.turn();

    assertThat(stage.lineage().state()).isEqualTo(Lineage.State.COMMITTED);
    assertThat(stage.decisions()).startsWith("DecideBirth", "FinishBirth");
  }

  @Test
  void whereverItDiesTheNextFinishesExactlyTheRecordedBirth() {
    for (int at = 0; at < MOST_CALLS; at++) {
      StoreStage stage = StoreStage.of(Scene.registered(3));
      if (!dies(stage, at)) {
        assertThat(at).as("store calls of a birth").isGreaterThan(6);
        return;
      }
      Optional<Birth> recorded = stage.lineage().birth();
      stage.pastTheLease();
      stage.heartbeats();

      stage.turn();

      assertThat(stage.lineage().state())
          .as("died before call %s", at)
          .isEqualTo(Lineage.State.COMMITTED);
      recorded.ifPresent(birth -> assertThat(stage.lineage().birth()).contains(birth));
      assertThat(stage.decisions()).containsOnlyOnce("DecideBirth").containsOnlyOnce("FinishBirth");
    }
    throw new AssertionError("a birth of over " + MOST_CALLS + " store calls");
  }

  /** Lease, nodes, records, the birth recorded, the birth final. */
  @Test
  void aBirthIsFinalAfterFiveStoreCalls() {
    int calls = 0;
    Lineage.State state = Lineage.State.UNBORN;
    while (state != Lineage.State.COMMITTED && calls < MOST_CALLS) {
      StoreStage stage = StoreStage.of(Scene.registered(3));
      dies(stage, ++calls);
      state = stage.lineage().state();
    }
    assertThat(calls).isEqualTo(5);
  }

  @Test
  void aLeaseLeftHeldKeepsOthersOutUntilItRunsOut() {
    StoreStage stage = StoreStage.of(Scene.registered(3));
    dies(stage, 3);

    assertThat(stage.turn()).isInstanceOf(TurnResult.Busy.class);
    stage.pastTheLease();
    assertThat(stage.turn()).isInstanceOf(TurnResult.Settled.class);
  }

  @Test
  void anArchiveThatDoesNotAnswerLeavesTheBirthToALaterTurn() {
    StoreStage stage = StoreStage.of(Scene.registered(3));
    var answering = stage.archive;
    stage.archive =
        (cluster, uid, birth) -> {
          throw new StoreUnavailableException("archive", new IllegalStateException("test"));
        };
    assertThatThrownBy(stage::turn).isInstanceOf(StoreUnavailableException.class);
    assertThatThrownBy(stage::turn).isInstanceOf(StoreUnavailableException.class);
    assertThat(stage.status().conditions())
        .extracting(Condition::type)
        .containsExactly(Condition.Type.BIRTH_STALLED);
    assertThat(stage.decisions()).containsOnlyOnce("FinishBirth");
    Birth recorded = stage.lineage().birth().orElseThrow();
    assertThat(stage.lineage().state()).isEqualTo(Lineage.State.COMMITTING);

    stage.archive = answering;
    stage.turn();

    assertThat(stage.lineage())
        .isEqualTo(new Lineage(Scene.UID, Lineage.State.COMMITTED, Optional.of(recorded)));
    assertThat(stage.status().conditions())
        .extracting(Condition::type)
        .doesNotContain(Condition.Type.BIRTH_STALLED);
  }

  @Test
  void aNameThatBelongsToAnotherClusterHaltsTheBirth() {
    StoreStage stage = StoreStage.of(Scene.registered(3));
    stage.archive.record(StoreStage.CLUSTER, new ClusterUid("uid-2"), anyBirth());

    stage.turn();

    halted(stage, Condition.Type.ARCHIVE_FOREIGN, "uid-2");
  }

  @Test
  void anotherBirthInTheArchiveHaltsTheTable() {
    StoreStage stage = StoreStage.of(Scene.registered(3));
    stage.archive.record(StoreStage.CLUSTER, Scene.UID, anyBirth());

    stage.turn();

    halted(stage, Condition.Type.TABLE_ROLLED_BACK, anyBirth().nonce());
  }

  private static void halted(StoreStage stage, Condition.Type type, String named) {
    assertThat(stage.lineage().state()).isEqualTo(Lineage.State.COMMITTING);
    assertThat(stage.status().phase()).isEqualTo(Phase.HALTED);
    assertThat(stage.status().conditions())
        .singleElement()
        .satisfies(
            condition -> {
              assertThat(condition.type()).isEqualTo(type);
              assertThat(condition.message()).contains(named);
            });
    int said = stage.journal().size();
    stage.turn();
    assertThat(stage.journal()).as("said once").hasSize(said);
    assertThat(stage.lineage().state()).isEqualTo(Lineage.State.COMMITTING);
  }

  private static Birth anyBirth() {
    return Scene.healthy(3).lineage.birth().orElseThrow();
  }

  /** Whether the turn died, before this call and at every later one. */
  private static boolean dies(StoreStage stage, int at) {
    List<Integer> refused = new ArrayList<>();
    HookedStore dying =
        new HookedStore(
            stage.store,
            call -> {
              if (call >= at) {
                refused.add(call);
                throw new StoreUnavailableException("killed", new IllegalStateException("test"));
              }
            });
    try {
      stage.turn(dying, new Planner()::plan);
    } catch (StoreUnavailableException e) {
      assertThat(refused).isNotEmpty();
    }
    return !refused.isEmpty();
  }
}
