package io.quorate.controller.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.codec.Codecs;
import io.quorate.controller.decision.NoOp;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.HookedStore;
import io.quorate.controller.fixture.StoreStage;
import io.quorate.controller.plan.Planner;
import io.quorate.guards.Guards;
import io.quorate.lease.Leases;
import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.model.InstanceId;
import io.quorate.state.Condition;
import io.quorate.state.FleetEntry;
import io.quorate.state.Lineage;
import io.quorate.state.Phase;
import io.quorate.store.Expiry;
import io.quorate.store.Keys;
import io.quorate.store.RecordStore;
import io.quorate.store.SpecWrites;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** A deleted cluster ends for good, and never by accident. */
class DeleteClusterTest {
  private final ClusterFixture fixture = ClusterFixture.healthy(3);

  private static DeleteResult delete(StoreStage stage, RecordStore through, boolean force) {
    return new DeleteCluster(through, () -> stage.now, () -> "delete-1")
        .run(StoreStage.CLUSTER, "somebody", force);
  }

  private static DeleteResult delete(StoreStage stage, boolean force) {
    return delete(stage, stage.store, force);
  }

  private static Lineage lineage(StoreStage stage) {
    var key = Keys.lineage(StoreStage.CLUSTER);
    return Codecs.LINEAGE.read(
        Objects.requireNonNull(stage.store.read(List.of(key)).get(key)).attributes(), "lineage");
  }

  private void stopAll() {
    fixture.actors.values().forEach(node -> node.answering = false);
  }

  @Test
  @Guards("CLUSTER_DELETED")
  void membersThatServeAreNamedAndNothingIsWritten() {
    stopAll();
    fixture.node("i-2").answering = true;
    StoreStage stage = StoreStage.of(fixture);
    assertThat(delete(stage, false))
        .isInstanceOfSatisfying(
            DeleteResult.Refused.class,
            refused -> assertThat(refused.why()).singleElement().asString().contains("i-2"));
    assertThat(lineage(stage)).isEqualTo(fixture.lineage);
    assertThat(stage.decisions()).isEmpty();
  }

  @Test
  void aRowThatNobodyCanReadMayServe() {
    stopAll();
    StoreStage stage = StoreStage.of(fixture);
    stage.put(Keys.node(StoreStage.CLUSTER, new InstanceId("i-2")), Map.of("schemaVersion", 9L));
    assertThat(delete(stage, false)).isInstanceOf(DeleteResult.Refused.class);
  }

  @Test
  void theTerminatedServeNoMore() {
    fixture.terminate("i-1").terminate("i-2").terminate("i-3");
    fixture.status = fixture.plan().status();
    assertThat(delete(StoreStage.of(fixture), false)).isInstanceOf(DeleteResult.Done.class);
  }

  @Test
  @Guards("CLUSTER_DELETED")
  void forcedItEndsForGoodAndEverythingSaysSo() {
    StoreStage stage = StoreStage.of(fixture);
    assertThat(delete(stage, true)).isInstanceOf(DeleteResult.Done.class);

    assertThat(lineage(stage)).isEqualTo(fixture.lineage.deleted());
    assertThat(stage.status().phase()).isEqualTo(Phase.HALTED);
    assertThat(stage.status().conditions())
        .extracting(Condition::type)
        .containsExactly(Condition.Type.CLUSTER_DELETED);
    var line = Keys.fleet(StoreStage.CLUSTER);
    assertThat(Expiry.marked(Objects.requireNonNull(stage.store.read(List.of(line)).get(line))))
        .isTrue();
    assertThat(stage.decisions()).containsExactly("Delete");
    assertThat(delete(stage, true)).isInstanceOf(DeleteResult.DoneBefore.class);
  }

  @Test
  void aTurnUnderWayIsNotOvertakenAndOneThatBeganBeforeWritesNothingAfter() {
    StoreStage stage = StoreStage.of(fixture);
    Leases leases = new Leases(stage.store);
    assertThat(leases.take(StoreStage.CLUSTER, "turn", stage.now, Duration.ofSeconds(30)))
        .isPresent();
    assertThat(delete(stage, true)).isInstanceOf(DeleteResult.Busy.class);

    stage.pastTheLease();
    ClusterFixture stale = ClusterFixture.healthy(3).knowsLeave();
    stale.desired = 1;
    StoreStage late = StoreStage.of(stale);
    TurnResult result =
        late.turn(
            view -> {
              late.pastTheLease();
              assertThat(delete(late, true)).isInstanceOf(DeleteResult.Done.class);
              return new Planner().plan(view);
            });
    assertThat(result).isInstanceOf(TurnResult.Overtaken.class);
    assertThat(lineage(late).state()).isEqualTo(Lineage.State.DELETED);
    assertThat(late.status().operation()).isEmpty();
  }

  @Test
  void aLineageThatMovedMeanwhileIsLookedAtAgain() {
    StoreStage stage = StoreStage.of(fixture);
    HookedStore racing =
        new HookedStore(
            stage.store,
            call -> {
              if (call == LAST_CALL_BEFORE_THE_WRITE) {
                stage.put(
                    Keys.lineage(StoreStage.CLUSTER),
                    Codecs.LINEAGE.write(Lineage.unbootstrapped(ClusterFixture.UID)));
              }
            });
    assertThat(delete(stage, racing, true)).isInstanceOf(DeleteResult.Busy.class);
    assertThat(lineage(stage).state()).isEqualTo(Lineage.State.UNBOOTSTRAPPED);
  }

  private static final int LAST_CALL_BEFORE_THE_WRITE = 6;

  @Test
  @Guards("REST_DELETED")
  void nothingIsDecidedAboutADeletedCluster() {
    fixture.terminate("i-3");
    fixture.lineage = fixture.lineage.deleted();
    Plan plan = fixture.plan();
    assertThat(plan.decision()).isInstanceOf(NoOp.class);
    assertThat(plan.decision().reason().code()).isEqualTo("CLUSTER_DELETED");
    assertThat(plan.status().phase()).isEqualTo(Phase.HALTED);
    assertThat(plan.status().conditions())
        .extracting(Condition::type)
        .containsExactly(Condition.Type.CLUSTER_DELETED);
  }

  @Test
  void itsGroupIsFreeForAnotherClusterThenAndNotBefore() {
    StoreStage stage = StoreStage.of(fixture);
    FleetEntry own = Codecs.FLEET.read(stage.attributes(Keys.fleet(StoreStage.CLUSTER)), "fleet");
    FleetEntry other =
        new FleetEntry(
            new ClusterName("other"), new ClusterUid("uid-9"), own.group(), true, stage.now);
    assertThat(stage.store.write(SpecWrites.groupOf(own)).written()).isTrue();
    assertThat(stage.store.write(SpecWrites.groupOf(other)).written()).isFalse();

    assertThat(delete(stage, true)).isInstanceOf(DeleteResult.Done.class);

    assertThat(stage.store.write(SpecWrites.groupOf(other)).written()).isTrue();
  }
}
