package io.quorate.controller.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.quorate.codec.Codecs;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.CountingStore;
import io.quorate.controller.fixture.HookedStore;
import io.quorate.controller.fixture.StoreStage;
import io.quorate.controller.plan.Planner;
import io.quorate.controller.view.GroupView;
import io.quorate.guards.Guards;
import io.quorate.state.Condition;
import io.quorate.state.UnansweredCall;
import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.StoreUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** AWS is throttled, slow or away while turns go on. */
@Guards("CLOUD_UNANSWERED")
class CloudUnansweredTest {
  private static final String DESCRIBE = "Ec2 DescribeInstances";

  private final StoreStage stage = StoreStage.of(ClusterFixture.healthy(3));

  @Test
  void aCallThatIsThrottledForAMinuteIsNamedWithItsBeginningUntilItIsAnswered() {
    Instant begun = stage.now;
    stage.outcomes.put(DESCRIBE, Optional.of("throttled"));
    stage.turn();
    assertThat(told()).as("once is not yet told").isEmpty();

    passes(Duration.ofSeconds(70));
    stage.turn();
    assertThat(told())
        .hasValueSatisfying(
            held ->
                assertThat(held.message())
                    .contains(DESCRIBE + " (throttled, since " + begun + ")", "request limits"));

    passes(Duration.ofMinutes(1));
    stage.outcomes.put(DESCRIBE, Optional.empty());
    stage.turn();
    assertThat(told()).isEmpty();
  }

  @Test
  void itMakesNoTurnLookAtTheFleet() {
    stage.outcomes.put(DESCRIBE, Optional.of("throttled"));
    stage.turn();
    passes(Duration.ofSeconds(70));
    stage.turn();
    CountingStore counting = new CountingStore(stage.store);
    passes(Duration.ofMinutes(1));
    stage.turn(counting, new Planner()::plan);

    assertThat(told()).isPresent();
    assertThat(counting.requests).as("those of a steady turn").isEqualTo(5);
  }

  /** Then the status cannot tell it: the lease does, which a single update frees. */
  @Test
  void aTurnThatCannotReadTheTablesLeavesInTheLeaseWhichCallFailed() {
    stage.outcomes.put("DynamoDb Query", Optional.of("throttled"));
    HookedStore away =
        new HookedStore(
            stage.store,
            call -> {
              if (call == 1) { // Behind the take, which is an update.
                throw new StoreUnavailableException(
                    "DynamoDB", new IllegalStateException("throttled"));
              }
            });

    assertThatExceptionOfType(StoreUnavailableException.class)
        .isThrownBy(() -> stage.turn(away, new Planner()::plan));

    assertThat(lease()).containsOnlyKeys("DynamoDb Query");
  }

  @Test
  void nobodyIsTerminatedAndNoMemberRemovedWhileEc2AndAutoScalingAreAwayForAnHour() {
    stage.fixture.silence("i-3").inactive("i-3", Duration.ofHours(1));
    stage.heartbeats();
    stage.ec2Answers = false;
    stage.instancesShown = false;
    stage.group = new GroupView.Unknown("throttled");
    stage.outcomes.put(DESCRIBE, Optional.of("throttled"));
    for (int minute = 0; minute < 60; minute++) {
      stage.turn();
      passes(Duration.ofMinutes(1));
    }

    assertThat(stage.terminated).isEmpty();
    assertThat(stage.status().operation()).isEmpty();
    assertThat(told()).isPresent();
  }

  private void passes(Duration time) {
    stage.now = stage.now.plus(time);
    stage.whileAwaited.run(); // The living beat.
  }

  private Optional<Condition> told() {
    return stage.status().conditions().stream()
        .filter(held -> held.type() == Condition.Type.CLOUD_UNANSWERED)
        .findFirst();
  }

  private Map<String, UnansweredCall> lease() {
    Key key = Keys.lease(StoreStage.CLUSTER);
    Item item = java.util.Objects.requireNonNull(stage.store.read(List.of(key)).get(key));
    return Codecs.LEASE.read(item.attributes(), "lease").unanswered();
  }
}
