package io.quorate.controller.plan.instances;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.codec.Codecs;
import io.quorate.command.CommandKind;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.StoreStage;
import io.quorate.controller.plan.Planner;
import io.quorate.controller.reconcile.TurnResult;
import io.quorate.controller.view.ClusterView;
import io.quorate.controller.view.FleetView;
import io.quorate.controller.view.GroupView;
import io.quorate.controller.view.InstanceState;
import io.quorate.guards.Guards;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.state.Condition;
import io.quorate.state.DataHolders;
import io.quorate.state.Holder;
import io.quorate.state.MemberEntry;
import io.quorate.state.OpenCommand;
import io.quorate.state.ProvenMembership;
import io.quorate.state.Status;
import io.quorate.store.Keys;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A row of an instance that nobody knows is no evidence; whose row counts is decided cautiously.
 */
class StrangersTest {
  private static final InstanceId GHOST = new InstanceId("i-0badbadbadbadbad0");
  private static final Map<String, Object> NONSENSE =
      Map.of("schemaVersion", 1L, "data", "NONSENSE");

  private final ClusterFixture fixture = ClusterFixture.healthy(5).terminate("i-3");

  StrangersTest() {
    fixture.launch("i-6");
    fixture.launch("i-7");
    for (int n = 1; n <= 5; n++) {
      holds("i-" + n, Generation.FIRST);
    }
  }

  private void holds(String instance, Generation generation) {
    status(
        fixture.status.withData(
            fixture
                .status
                .data()
                .with(
                    new InstanceId(instance),
                    new Holder(generation, "disk-" + instance, ClusterFixture.NOW))));
  }

  private void status(Status next) {
    fixture.status = next;
  }

  private StoreStage haunted() {
    StoreStage stage = StoreStage.of(fixture);
    stage.put(Keys.node(StoreStage.CLUSTER, GHOST), NONSENSE);
    return stage;
  }

  private static List<Condition.Type> told(StoreStage stage) {
    return stage.status().conditions().stream().map(Condition::type).toList();
  }

  @Test
  @Guards("ROWS_OF_STRANGERS")
  void replacesADeadMemberDespiteAStrangersNonsenseRow() {
    StoreStage stage = haunted();

    TurnResult result = stage.turn();

    assertThat(((TurnResult.Settled) result).unreadable()).isEmpty();
    assertThat(stage.status().operation()).isPresent();
    assertThat(told(stage)).doesNotContain(Condition.Type.NODE_ROW_UNREADABLE);
    assertThat(stage.status().conditions())
        .filteredOn(held -> held.type() == Condition.Type.ROWS_OF_STRANGERS)
        .singleElement()
        .satisfies(held -> assertThat(held.message()).contains(GHOST.value(), "1 rows"));
    assertThat(stage.observed()).doesNotContain(GHOST);
  }

  @Test
  void ignoresARowWhoseKeyCanNameNoInstance() {
    StoreStage stage = StoreStage.of(fixture);
    stage.put(
        new io.quorate.store.Key(
            io.quorate.store.Table.NODES, StoreStage.CLUSTER.value(), "no instance!"),
        NONSENSE);

    stage.turn();

    assertThat(stage.status().operation()).isPresent();
    assertThat(told(stage)).contains(Condition.Type.ROWS_OF_STRANGERS);
  }

  /** Each of these alone makes the row count, so that nothing destructive is decided. */
  private enum Known {
    GROUP_SILENT,
    GROUP_EMPTY,
    IN_GROUP,
    EC2_SILENT,
    EC2_SHOWS_IT_LATE,
    EC2_MISSES_ONE_OF_THE_GROUP,
    HOLDER,
    HOLDER_OF_AN_OLDER_GENERATION,
    HOLDERS_UNRECORDED,
    PROVEN_MEMBER,
    EXECUTOR,
    LEAVING
  }

  @ParameterizedTest
  @EnumSource(Known.class)
  @Guards("ROWS_OF_STRANGERS")
  void keepsTheRowAsEvidenceWhen(Known known) {
    ProvenMembership proven =
        new ProvenMembership(
            Generation.FIRST,
            fixture.lineage.bootstrap().orElseThrow().clusterId(),
            List.of(
                new MemberEntry(
                    fixture.member("i-1"), GHOST.value(), List.of("http://10.0.0.9:2380"), false)),
            Map.of(),
            List.of(),
            9,
            Long.MAX_VALUE,
            new InstanceId("i-1"),
            ClusterFixture.NOW);
    switch (known) {
      case GROUP_SILENT ->
          fixture.groupInstead = Optional.of(new GroupView.Unknown("it did not answer"));
      case GROUP_EMPTY ->
          fixture.groupInstead = Optional.of(new GroupView.Observed(5, Map.of(), List.of()));
      case IN_GROUP -> fixture.lifecycles.put(GHOST, "InService");
      case EC2_MISSES_ONE_OF_THE_GROUP -> fixture.instances.remove(new InstanceId("i-7"));
      case HOLDER -> holds(GHOST.value(), Generation.FIRST);
      case HOLDER_OF_AN_OLDER_GENERATION -> holds(GHOST.value(), Generation.UNBOOTSTRAPPED);
      case HOLDERS_UNRECORDED -> status(fixture.status.withData(DataHolders.UNRECORDED));
      case PROVEN_MEMBER -> status(fixture.status.withProven(Optional.of(proven)));
      case EXECUTOR ->
          status(
              fixture.status.opening(
                  new OpenCommand(
                      "op-1",
                      CommandKind.JOIN,
                      GHOST,
                      Optional.empty(),
                      ClusterFixture.NOW,
                      false)));
      case LEAVING ->
          status(
              fixture.status.withGroup(fixture.status.group().leaving(GHOST, ClusterFixture.NOW)));
      case EC2_SILENT, EC2_SHOWS_IT_LATE -> {}
    }
    StoreStage stage = haunted();
    stage.ec2Answers = known != Known.EC2_SILENT;
    if (known == Known.EC2_SHOWS_IT_LATE) {
      stage.lateListed.add(GHOST);
    }

    stage.turn();

    assertThat(told(stage))
        .contains(Condition.Type.NODE_ROW_UNREADABLE)
        .doesNotContain(Condition.Type.ROWS_OF_STRANGERS);
    assertThat(stage.terminated).isEmpty();
  }

  @Test
  void leavesAReadableRowOfAStrangerOutOfTheView() {
    StoreStage stage = StoreStage.of(fixture);
    stage.put(Keys.node(StoreStage.CLUSTER, GHOST), rowOfAnother(0));
    List<ClusterView> seen = new ArrayList<>();

    stage.turn(
        view -> {
          seen.add(view);
          return new Planner().plan(view);
        });

    assertThat(seen)
        .isNotEmpty()
        .allSatisfy(
            view -> {
              assertThat(view.nodes()).doesNotContainKey(GHOST);
              assertThat(view.records().strangers()).containsExactly(GHOST.value());
            });
  }

  /** The instance may have ended long ago, and be the last to know that the table is older. */
  @Test
  void haltsByAStrangersRowThatProvesTheTableOlder() {
    StoreStage stage = StoreStage.of(fixture);
    stage.put(Keys.node(StoreStage.CLUSTER, GHOST), rowOfAnother(99));

    stage.turn();

    assertThat(stage.status().tableRollback())
        .hasValueSatisfying(halt -> assertThat(halt.evidence()).contains(GHOST.value()));
  }

  /** A listing that failed halfway leaves holders out, and says nothing of them (I7). */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aHolderIsUnknownToEc2OnlyByAnAnswerOfEc2(boolean answers) {
    holds("i-0e0d", Generation.FIRST);
    StoreStage stage = StoreStage.of(fixture);
    stage.ec2Answers = answers;

    stage.turn(
        view -> {
          assertThat(view.records().unknownToEc2())
              .isEqualTo(answers ? Set.of(new InstanceId("i-0e0d")) : Set.of());
          return new Planner().plan(view);
        });
  }

  /** An agent wrote a row under the name of another cluster's member: nobody ends that one. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @Guards("ROWS_OF_STRANGERS")
  void theRowOfAnotherClustersInstanceIsNoEvidence(boolean tagged) {
    fixture.instances.put(GHOST, InstanceState.RUNNING);
    StoreStage stage = StoreStage.of(fixture);
    stage.put(Keys.node(StoreStage.CLUSTER, GHOST), rowOfAnother(0));
    if (tagged) {
      stage.ofOthers.add(GHOST);
    }

    stage.turn(
        view -> {
          assertThat(view.nodes().containsKey(GHOST)).isEqualTo(!tagged);
          return new Planner().plan(view);
        });

    assertThat(told(stage).contains(Condition.Type.ROWS_OF_STRANGERS)).isEqualTo(tagged);
  }

  @Test
  void looksAtNoFleetForAStrangersRowAlone() {
    ClusterFixture steady = ClusterFixture.healthy(3);
    StoreStage stage = StoreStage.of(steady);
    stage.turn();
    stage.put(Keys.node(StoreStage.CLUSTER, GHOST), NONSENSE);
    stage.turn();
    assertThat(told(stage)).containsExactly(Condition.Type.ROWS_OF_STRANGERS);

    stage.turn(
        view -> {
          assertThat(view.fleet()).isInstanceOf(FleetView.NotObserved.class);
          return new Planner().plan(view);
        });
  }

  private Map<String, Object> rowOfAnother(long generation) {
    Map<String, Object> row =
        new HashMap<>(Codecs.HEARTBEAT.write(fixture.node("i-6").heartbeat(fixture)));
    row.put("instanceId", GHOST.value());
    if (generation > 0) {
      row.put("seenGeneration", generation);
    }
    return row;
  }
}
