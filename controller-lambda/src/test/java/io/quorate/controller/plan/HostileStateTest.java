package io.quorate.controller.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.controller.decision.CommitBootstrap;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.StoreStage;
import io.quorate.controller.reconcile.TurnResult;
import io.quorate.guards.Guards;
import io.quorate.model.InstanceId;
import io.quorate.state.Condition;
import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.RecordStore;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** States and clocks that nobody should make, but somebody will. */
class HostileStateTest {
  private static final InstanceId SECOND = new InstanceId("i-2");

  @ParameterizedTest
  @ValueSource(longs = {2, 99, Long.MAX_VALUE})
  void aRowOfAFarFutureSchemaIsLeftOutAndNothingDestructiveFollows(long version) {
    StoreStage stage = StoreStage.of(ClusterFixture.healthy(3).terminate("i-3"));
    Key row = Keys.node(StoreStage.CLUSTER, SECOND);
    Map<String, Object> future = new LinkedHashMap<>(stage.attributes(row));
    future.put("schemaVersion", version);
    stage.put(row, future);

    TurnResult.Settled result = (TurnResult.Settled) stage.turn();

    assertThat(result.unreadable()).singleElement().asString().contains("schemaVersion");
    assertThat(stage.status().operation()).isEmpty();
    assertThat(stage.terminated).isEmpty();
  }

  @Test
  void aMissingStatusHaltsAndIsNotMadeAnew() {
    StoreStage stage = StoreStage.of(ClusterFixture.healthy(3).terminate("i-3"));
    Key key = Keys.status(StoreStage.CLUSTER);
    RecordStore missing = without(key, stage.store);

    TurnResult.Halted result = (TurnResult.Halted) stage.turn(missing, new Planner()::plan);
    Map<String, Object> before = stage.attributes(key);
    stage.turn(missing, new Planner()::plan);

    assertThat(result.condition()).isEqualTo(Condition.Type.TABLE_ROLLED_BACK);
    assertThat(result.message()).contains("demo/status");
    assertThat(stage.attributes(key)).isEqualTo(before);
    assertThat(stage.decisions()).containsExactly("HALT");
  }

  @Test
  @Guards("JOIN_WAITING_NODE")
  void anInstanceOfAnotherGroupIsNeverBootstrappedJoinedOrTerminated() {
    ClusterFixture unbootstrapped = ClusterFixture.registered(3);
    unbootstrapped.lifecycles.remove(SECOND);
    unbootstrapped.launch("i-4");
    CommitBootstrap bootstrap = (CommitBootstrap) unbootstrapped.plan().decision();
    assertThat(bootstrap.bootstrap().voters()).noneMatch(voter -> voter.instance().equals(SECOND));

    ClusterFixture grown = ClusterFixture.healthy(3);
    grown.desired = 4;
    grown.launch("i-4");
    grown.lifecycles.remove(new InstanceId("i-4"));
    assertThat(grown.plan().decision().reason().code()).isEqualTo("NODES_AWAITED");

    ClusterFixture hung =
        ClusterFixture.healthy(3).silence("i-3").inactive("i-3", Duration.ofHours(1));
    hung.lifecycles.remove(new InstanceId("i-3"));
    assertThat(hung.plan().decision().reason().message()).contains("its group no longer keeps it");
  }

  @Test
  void theSameHintAThousandTimesWritesNothingButTheLease() {
    StoreStage stage = StoreStage.of(ClusterFixture.healthy(3));
    stage.turn();
    List<Item> before = stage.records();

    for (int n = 0; n < 1000; n++) {
      stage.turn();
    }

    assertThat(stage.records()).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, 1})
  void aClockThatJumpsAnHourBetweenTwoTurnsChangesNothing(long hours) {
    StoreStage stage = StoreStage.of(ClusterFixture.healthy(3));
    stage.turn();
    List<Item> before = stage.records();
    stage.now = stage.now.plus(Duration.ofHours(hours));
    stage.turn();
    assertThat(stage.status().conditions()).as("one look proves no silence").isEmpty();
    beat(stage);
    stage.turn();

    assertThat(before).isNotEmpty();
    assertThat(stage.terminated).isEmpty();
    assertThat(stage.decisions()).doesNotContain("RECORD_TERMINATION", "ISSUE_INSTRUCTION");
  }

  @Test
  void afterAJumpAheadEvenManyQuickTurnsTerminateNobodyWhomTheLeaderHears() {
    StoreStage stage = StoreStage.of(ClusterFixture.healthy(3));
    stage.turn();
    stage.now = stage.now.plus(Duration.ofHours(1));

    for (int n = 0; n < 10; n++) {
      stage.turn();
    }

    assertThat(stage.terminated).isEmpty();
    assertThat(stage.decisions()).doesNotContain("RECORD_TERMINATION");
  }

  /** The same store, from which one record was deleted. */
  private static RecordStore without(Key deleted, RecordStore store) {
    return (RecordStore)
        Proxy.newProxyInstance(
            RecordStore.class.getClassLoader(),
            new Class<?>[] {RecordStore.class},
            (proxy, method, arguments) -> {
              Object answer = method.invoke(store, arguments);
              if (method.getName().equals("read")) {
                Map<Object, Object> left = new LinkedHashMap<>((Map<?, ?>) answer);
                left.remove(deleted);
                return left;
              }
              return answer;
            });
  }

  private static void beat(StoreStage stage) {
    stage.fixture.actors.values().forEach(nodeFixture -> nodeFixture.sequence++);
    stage.heartbeats();
  }
}
