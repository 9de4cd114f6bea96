package io.quorate.controller.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.codec.Codecs;
import io.quorate.command.Lane;
import io.quorate.controller.breaker.FleetBreaker;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.HookedStore;
import io.quorate.controller.fixture.StoreStage;
import io.quorate.controller.plan.Planner;
import io.quorate.controller.plan.snapshots.SnapshotAges;
import io.quorate.controller.view.ClusterView;
import io.quorate.controller.view.FleetView;
import io.quorate.controller.view.InstanceState;
import io.quorate.guards.Guards;
import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import io.quorate.state.Bootstrap;
import io.quorate.state.Condition;
import io.quorate.state.DataState;
import io.quorate.state.FleetEntry;
import io.quorate.state.Lineage;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a look makes of records that nobody can read, and when it looks at the fleet. */
class LookOnStoreTest {
  private static final Map<String, Object> JUNK = Map.of("schemaVersion", 1L, "what", "junk");

  private enum Damage {
    SPEC(Condition.Type.SPEC_INVALID),
    LINEAGE(Condition.Type.RECORD_UNREADABLE),
    STATUS(Condition.Type.RECORD_UNREADABLE),
    SLOT(Condition.Type.RECORD_UNREADABLE);

    private final Condition.Type shown;

    Damage(Condition.Type shown) {
      this.shown = shown;
    }

    private Key key() {
      return switch (this) {
        case SPEC -> Keys.spec(StoreStage.CLUSTER);
        case LINEAGE -> Keys.lineage(StoreStage.CLUSTER);
        case STATUS -> Keys.status(StoreStage.CLUSTER);
        case SLOT -> Keys.command(StoreStage.CLUSTER, Lane.MEMBERSHIP, new InstanceId("i-2"));
      };
    }
  }

  @ParameterizedTest
  @EnumSource(Damage.class)
  @Guards({"Halt", "RECORD_UNREADABLE"})
  void aRecordThatCannotBeReadHaltsByItsNameAndIsSaidOnce(Damage damage) {
    StoreStage stage = StoreStage.of(ClusterFixture.healthy(3).data("i-3", DataState.LOST));
    stage.put(damage.key(), JUNK);

    TurnResult result = stage.turn();
    stage.turn();

    assertThat(result)
        .isInstanceOfSatisfying(
            TurnResult.Halted.class,
            halted -> {
              assertThat(halted.condition()).isEqualTo(damage.shown);
              assertThat(halted.message()).contains(damage.key().sort());
            });
    assertThat(stage.decisions()).containsExactly("HALT");
    assertThat(stage.slot("i-3")).isEmpty();
  }

  @Test
  void aHaltIsSaidOnceThoughTheClockWasAheadBefore() {
    StoreStage stage = StoreStage.of(ClusterFixture.healthy(3).data("i-3", DataState.LOST));
    stage.now = stage.now.plus(Duration.ofHours(1));
    stage.turn();
    List<String> before = stage.decisions();
    stage.now = stage.now.minus(Duration.ofHours(1)).plus(Duration.ofMinutes(5));
    stage.put(Damage.STATUS.key(), JUNK);

    stage.turn();
    stage.turn();

    List<String> said = new ArrayList<>(before);
    said.add("HALT");
    assertThat(before).isNotEmpty();
    assertThat(stage.decisions()).containsExactlyElementsOf(said);
  }

  @Test
  void ofWhatIsTerminatedTheLeaseKeepsNoHeartbeatProgressForItIsOneRecord() {
    StoreStage stage = StoreStage.of(ClusterFixture.healthy(3).terminate("i-3"));
    stage.turn();
    assertThat(stage.status().tombstones()).containsKey(new InstanceId("i-3"));
    stage.pastTheLease();
    stage.turn();

    assertThat(stage.observed())
        .containsExactlyInAnyOrder(new InstanceId("i-1"), new InstanceId("i-2"));
  }

  @Test
  @Guards("NODE_ROW_UNREADABLE")
  void aNodesUnreadableRowLeavesItUnknownAndTheBreakerOn() {
    StoreStage stage = StoreStage.of(ClusterFixture.healthy(3));
    stage.put(Keys.node(StoreStage.CLUSTER, new InstanceId("i-2")), JUNK);
    List<FleetView> fleets = new ArrayList<>();

    TurnResult result =
        stage.turn(
            view -> {
              fleets.add(view.fleet());
              assertThat(view.nodes()).doesNotContainKey(new InstanceId("i-2")).hasSize(2);
              return new Planner().plan(view);
            });

    assertThat(((TurnResult.Settled) result).unreadable())
        .singleElement()
        .satisfies(why -> assertThat(why).contains("i-2"));
    assertThat(fleets)
        .isNotEmpty()
        .allSatisfy(
            fleet ->
                assertThat(((FleetView.RowsUnread) fleet).why()).contains("cannot be read", "i-2"));
    assertThat(stage.terminated).isEmpty();
    assertThat(stage.status().conditions())
        .filteredOn(held -> held.type() == Condition.Type.NODE_ROW_UNREADABLE)
        .singleElement()
        .satisfies(held -> assertThat(held.message()).contains("1 nodes' rows", "i-2"));
  }

  @ParameterizedTest
  @EnumSource(
      value = InstanceState.class,
      names = {"RUNNING", "SHUTTING_DOWN", "STOPPED", "UNKNOWN", "TERMINATED"})
  void onlyTheUnreadableRowOfATerminatedInstanceHoldsNoReplacementUp(InstanceState state) {
    ClusterFixture fixture = ClusterFixture.healthy(5).terminate("i-3");
    fixture.launch("i-6");
    fixture.launch("i-7");
    fixture.instances.put(new InstanceId("i-2"), state);
    StoreStage stage = StoreStage.of(fixture);
    stage.put(Keys.node(StoreStage.CLUSTER, new InstanceId("i-2")), JUNK);

    TurnResult result = stage.turn();

    boolean gone = state == InstanceState.TERMINATED;
    assertThat(((TurnResult.Settled) result).unreadable()).hasSize(1);
    assertThat(stage.status().operation().isPresent()).isEqualTo(gone);
    assertThat(
            stage.status().conditions().stream()
                .anyMatch(held -> held.type() == Condition.Type.NODE_ROW_UNREADABLE))
        .isEqualTo(!gone);
  }

  /** Both tables were emptied after it was terminated, and it had joined after the bootstrap. */
  @Test
  void aDeadMemberWhoseRowIsLostIsReplacedByWhatItsNameTells() {
    ClusterFixture fixture = ClusterFixture.healthy(3).terminate("i-3");
    fixture.launch("i-4");
    fixture.actors.remove(new InstanceId("i-3"));
    Bootstrap begun = fixture.lineage.bootstrap().orElseThrow();
    Bootstrap without =
        new Bootstrap(
            begun.generation(),
            begun.clusterToken(),
            begun.clusterId(),
            begun.voters().subList(0, 2),
            begun.nonce(),
            begun.decidedAt());
    fixture.lineage = Lineage.unbootstrapped(fixture.lineage.uid()).committing(without).committed();
    StoreStage stage = StoreStage.of(fixture);

    stage.turn();

    assertThat(stage.status().operation())
        .hasValueSatisfying(open -> assertThat(open.target()).contains(dead(begun)));
  }

  private static MemberId dead(Bootstrap begun) {
    return begun.voters().get(2).memberId();
  }

  @Test
  void aRowUnderAnotherNodesNameIsUnreadable() {
    StoreStage stage = StoreStage.of(ClusterFixture.healthy(3));
    stage.put(
        Keys.node(StoreStage.CLUSTER, new InstanceId("i-2")),
        stage.attributes(Keys.node(StoreStage.CLUSTER, new InstanceId("i-1"))));

    assertThat(((TurnResult.Settled) stage.turn()).unreadable()).hasSize(1);
  }

  @Test
  void aSteadyTurnMakesFiveRequestsAndLooksAtNoFleet() {
    StoreStage stage = StoreStage.of(ClusterFixture.healthy(3));
    stage.turn();
    long before = stage.store.requests();

    TurnResult result =
        stage.turn(
            view -> {
              assertThat(view.fleet()).isInstanceOf(FleetView.NotObserved.class);
              return new Planner().plan(view);
            });

    assertThat(result)
        .isEqualTo(
            new TurnResult.Settled(
                List.of(),
                false,
                List.of(),
                SnapshotAges.NONE,
                new ClusterSignals(List.of(), 3, 3)));
    assertThat(stage.store.requests() - before).isEqualTo(5);
  }

  /** A node that serves is not replaced before the fleet breaker is known to be off. */
  @Test
  void aSteadyClusterWhoseNodesAreToBeReplacedLooksAtTheFleet() {
    StoreStage stage = StoreStage.of(ClusterFixture.healthy(3));
    stage.turn();
    Request asks =
        Request.open(
            "r-1", RequestKind.REPLACE_NODES, Map.of("instance", "i-2"), "alice", Instant.EPOCH);
    stage.put(Keys.request(StoreStage.CLUSTER, asks.id()), Codecs.REQUEST.write(asks));

    stage.turn(
        view -> {
          assertThat(view.fleet()).isInstanceOf(FleetView.Observed.class);
          return new Planner().plan(view);
        });
  }

  @Test
  void aTurnThatAwaitsMakesSixRequestsTheFleetBesides() {
    StoreStage stage = StoreStage.of(ClusterFixture.healthy(3).data("i-3", DataState.LOST));

    stage.turn();

    assertThat(stage.slot("i-3")).isPresent();
    HookedStore counted = new HookedStore(stage.store, call -> {});
    stage.turn(counted, new Planner()::plan);
    assertThat(counted.calls()).as("a turn that awaits: the fleet besides").isEqualTo(6);
  }

  @Test
  void theFleetIsLookedAtAsSoonAsANodeStandsStill() {
    StoreStage stage = StoreStage.of(ClusterFixture.healthy(3));
    stage.turn();
    stage.now = stage.now.plus(Duration.ofHours(1));
    Map<String, Object> moved =
        new LinkedHashMap<>(stage.attributes(Keys.node(StoreStage.CLUSTER, new InstanceId("i-1"))));
    moved.computeIfPresent("sequence", (name, sequence) -> (Long) sequence + 1);
    stage.put(Keys.node(StoreStage.CLUSTER, new InstanceId("i-1")), moved);
    List<FleetView> fleets = new ArrayList<>();

    stage.turn(
        view -> {
          fleets.add(view.fleet());
          return new Planner().plan(view);
        });

    assertThat(((FleetView.Observed) fleets.getFirst()).together())
        .containsExactly(StoreStage.CLUSTER);
  }

  /** Its own condition kept it from being called steady, until the others had recovered. */
  @Test
  @Guards("FLEET_BREAKER")
  void aClusterThatIsSteadyAgainPagesNobodyForTheOthers() {
    StoreStage stage = StoreStage.of(ClusterFixture.healthy(3));
    stage.turn();
    for (String other : List.of("b", "c", "d")) {
      ClusterName name = new ClusterName(other);
      FleetEntry unhealthy =
          new FleetEntry(name, new ClusterUid("uid-" + other), "group-" + other, false, stage.now);
      stage.put(Keys.fleet(name), Codecs.FLEET.write(unhealthy));
    }

    stage.turn(view -> new Planner().plan(whileItWasUnsteady(stage, view)));
    assertThat(stage.status().conditions())
        .extracting(Condition::type)
        .containsExactly(Condition.Type.FLEET_BREAKER);

    stage.turn();
    assertThat(stage.status().conditions()).isEmpty();
  }

  private static ClusterView whileItWasUnsteady(StoreStage stage, ClusterView view) {
    List<ClusterName> together =
        List.of(new ClusterName("b"), new ClusterName("c"), view.cluster());
    return view.withFleet(new FleetView.Observed(4, together, stage.now.plus(FleetBreaker.HELD)));
  }
}
