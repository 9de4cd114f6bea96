package io.quorate.controller.plan.facts;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.view.ClusterView;
import io.quorate.controller.view.ObservedNode;
import io.quorate.model.InstanceId;
import io.quorate.state.DataState;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class NodeHealthTest {
  private final ClusterFixture fixture = ClusterFixture.healthy(3);

  @Test
  void aMemberThatSpeaksAndProvesAQuorumServes() {
    assertThat(serving()).isTrue();
    assertThat(silent()).isFalse();
  }

  @Test
  void standingStillForLongIsNoSilenceBeforeTwoFurtherTurns() {
    fixture.node("i-3").stillFor = Duration.ofHours(1);
    fixture.node("i-3").stillTurns = 1;
    assertThat(silent()).isFalse();

    fixture.node("i-3").stillTurns = 2;
    assertThat(silent()).isTrue();
    assertThat(serving()).isFalse();
  }

  @Test
  void manyTurnsAreNoSilenceBeforeTheTimeHasPassed() {
    Duration after = fixture.spec.timings().silenceAfter();
    fixture.node("i-3").stillTurns = 50;
    fixture.node("i-3").stillFor = after.minusMillis(1);
    assertThat(silent()).isFalse();

    fixture.node("i-3").stillFor = after;
    assertThat(silent()).isTrue();
  }

  @Test
  void anInstanceThatThisVeryLookShowsTerminatedIsGone() {
    fixture.terminate("i-3");

    assertThat(NodeHealth.of(fixture.view()).gone(new InstanceId("i-3"))).isTrue();
    assertThat(NodeHealth.of(fixture.view()).gone(new InstanceId("i-2"))).isFalse();
    assertThat(serving()).isFalse();
  }

  @ParameterizedTest
  @EnumSource(value = DataState.class, mode = EnumSource.Mode.EXCLUDE, names = "INTACT")
  void onlyIntactDataServes(DataState data) {
    fixture.data("i-3", data);

    assertThat(serving()).isFalse();
  }

  @Test
  void anotherClustersMemberDoesNotServeThisOne() {
    ClusterView other = ClusterFixture.healthy(1).view();
    NodeHealth nodeHealth = NodeHealth.of(other);

    assertThat(nodeHealth.serving(node(fixture.view(), "i-1"))).isFalse();
  }

  private boolean serving() {
    ClusterView view = fixture.view();
    return NodeHealth.of(view).serving(node(view, "i-3"));
  }

  private boolean silent() {
    ClusterView view = fixture.view();
    return NodeHealth.of(view).silent(node(view, "i-3").heartbeatProgress());
  }

  private static ObservedNode node(ClusterView view, String instance) {
    return Objects.requireNonNull(view.nodes().get(new InstanceId(instance)));
  }
}
