package io.quorate.controller.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.codec.Codecs;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.StoreStage;
import io.quorate.controller.observe.RowBeliefs;
import io.quorate.controller.observe.RowBeliefs.Belief;
import io.quorate.controller.observe.StruckOff;
import io.quorate.controller.view.GroupView;
import io.quorate.controller.view.InstanceState;
import io.quorate.guards.Guards;
import io.quorate.lease.Leases;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.state.Condition;
import io.quorate.state.Holder;
import io.quorate.store.Keys;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A person puts a row aside that nobody can take out of the table. */
class StrikeRowTest {
  private static final InstanceId GHOST = new InstanceId("i-0badbadbadbadbad0");

  private final ClusterFixture fixture = ClusterFixture.healthy(3);

  StrikeRowTest() {
    for (int n = 1; n <= 3; n++) {
      fixture.status =
          fixture.status.withData(
              fixture
                  .status
                  .data()
                  .with(
                      new InstanceId("i-" + n),
                      new Holder(Generation.FIRST, "disk-i-" + n, ClusterFixture.NOW)));
    }
  }

  /** Its instance never was, and its row says that the table is older than the cluster. */
  private StoreStage haunted() {
    StoreStage stage = StoreStage.of(fixture);
    Map<String, Object> row =
        new HashMap<>(Codecs.HEARTBEAT.write(fixture.node("i-2").heartbeat(fixture)));
    row.put("instanceId", GHOST.value());
    row.put("seenGeneration", 99L);
    stage.put(Keys.node(StoreStage.CLUSTER, GHOST), row);
    return stage;
  }

  private static StrikeResult strike(StoreStage stage, String instance) {
    return new StrikeRow(stage.store, stage.cloud(), () -> stage.now, () -> "strike-1")
        .run(StoreStage.CLUSTER, new InstanceId(instance), "ann");
  }

  private static ResumeResult resume(StoreStage stage) {
    return new ResumeAfterRollback(stage.store, stage.cloud(), () -> stage.now, () -> "resume-1")
        .run(StoreStage.CLUSTER, "ann");
  }

  private static RowBeliefs.Row told(StoreStage stage, String key) {
    return Objects.requireNonNull(
        RowBeliefs.of(stage.store, stage.cloud(), StoreStage.CLUSTER, stage.now).rows().get(key));
  }

  @Test
  @Guards({"StrikeResult.Done", "StrikeResult.Unchanged"})
  void aStruckRowHaltsNobodyAnyMore() {
    StoreStage stage = haunted();
    stage.turn();
    assertThat(stage.status().tableRollback()).isPresent();
    assertThat(resume(stage))
        .as("as long as the row counts")
        .isInstanceOf(ResumeResult.Refused.class);

    assertThat(strike(stage, GHOST.value())).isEqualTo(new StrikeResult.Done());

    assertThat(resume(stage)).isInstanceOf(ResumeResult.Done.class);
    stage.turn();
    assertThat(stage.status().tableRollback()).isEmpty();
    assertThat(stage.status().conditions())
        .extracting(Condition::type)
        .doesNotContain(Condition.Type.ROWS_OF_STRANGERS, Condition.Type.NODE_ROW_UNREADABLE);
    assertThat(stage.decisions()).contains("StrikeRow");
    assertThat(stage.journal())
        .anySatisfy(entry -> assertThat(entry.message()).contains("ann put the row of " + GHOST));
    assertThat(strike(stage, GHOST.value())).isEqualTo(new StrikeResult.Unchanged());
    assertThat(told(stage, GHOST.value()).belief()).isEqualTo(Belief.STRUCK);
  }

  private static void assertRefused(StrikeResult result, String words) {
    assertThat(result)
        .isInstanceOfSatisfying(
            StrikeResult.Refused.class,
            refused -> assertThat(refused.why()).singleElement().asString().contains(words));
  }

  @Test
  @Guards({"StrikeResult.Refused", "StrikeRow#1", "StrikeRow#2", "StrikeRow#3", "StrikeRow#4"})
  void theRowOfAnInstanceThatMayLiveIsNotStruck() {
    StoreStage stage = haunted();

    assertRefused(strike(stage, "i-2"), "i-2 is in group");
    assertRefused(strike(stage, "i-77"), "no row of i-77");

    fixture.instances.put(GHOST, InstanceState.STOPPED);
    assertRefused(strike(haunted(), GHOST.value()), "EC2 shows " + GHOST + " STOPPED");

    fixture.instances.remove(GHOST);
    StoreStage silent = haunted();
    silent.ec2Answers = false;
    assertRefused(strike(silent, GHOST.value()), "EC2 did not answer");

    fixture.groupInstead = Optional.of(new GroupView.Unknown("it did not answer"));
    assertRefused(strike(haunted(), GHOST.value()), "it did not answer");
    assertThat(StruckOff.read(stage.store, StoreStage.CLUSTER).rows()).isEmpty();
  }

  @Test
  void theRowOfAnotherClustersInstanceIsStruck() {
    fixture.instances.put(GHOST, InstanceState.RUNNING);
    StoreStage stage = haunted();
    stage.ofOthers.add(GHOST);

    assertThat(strike(stage, GHOST.value())).isEqualTo(new StrikeResult.Done());
  }

  /** A strike says nothing of who may hold data. */
  @Test
  void whatAStruckInstanceHeldStaysOnRecord() {
    fixture.terminate("i-3");
    StoreStage stage = StoreStage.of(fixture);

    assertThat(strike(stage, "i-3")).isEqualTo(new StrikeResult.Done());
    stage.turn();

    assertThat(stage.status().data().holders()).containsKey(new InstanceId("i-3"));
  }

  @Test
  @Guards("StrikeResult.Busy")
  void aTurnUnderWayIsNotDisturbed() {
    StoreStage stage = haunted();
    assertThat(new Leases(stage.store).take(StoreStage.CLUSTER, "a turn", stage.now, Turn.LEASE))
        .isPresent();

    assertThat(strike(stage, GHOST.value())).isEqualTo(new StrikeResult.Busy());
  }

  @Test
  void theListSaysWhatIsBelievedAndWhyNot() {
    StoreStage stage = haunted();
    stage.put(
        Keys.node(StoreStage.CLUSTER, new InstanceId("i-0nonsense")),
        Map.of("schemaVersion", 1L, "data", "NONSENSE"));

    assertThat(told(stage, "i-2"))
        .satisfies(
            row -> {
              assertThat(row.belief()).isEqualTo(Belief.BELIEVED);
              assertThat(row.at()).isPresent();
              assertThat(row.why()).isEmpty();
            });
    assertThat(told(stage, GHOST.value()).belief())
        .as("it may be the last to know that the table is older")
        .isEqualTo(Belief.BELIEVED);
    assertThat(told(stage, "i-0nonsense").belief()).isEqualTo(Belief.STRANGER);
    fixture.lifecycles.put(new InstanceId("i-0nonsense"), "InService");
    fixture.instances.put(new InstanceId("i-0nonsense"), InstanceState.RUNNING);
    StoreStage known = StoreStage.of(fixture);
    known.put(
        Keys.node(StoreStage.CLUSTER, new InstanceId("i-0nonsense")),
        Map.of("schemaVersion", 1L, "data", "NONSENSE"));
    assertThat(told(known, "i-0nonsense"))
        .satisfies(
            row -> {
              assertThat(row.belief()).isEqualTo(Belief.UNREADABLE);
              assertThat(row.why()).contains("i-0nonsense");
            });
  }
}
