package io.quorate.controller.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.controller.view.ClusterView;
import io.quorate.controller.view.Node;
import io.quorate.model.InstanceId;
import io.quorate.state.DataState;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class JudgementTest {
  private final Scene scene = Scene.healthy(3);

  @Test
  void aMemberThatSpeaksAndProvesAQuorumServes() {
    assertThat(serving()).isTrue();
    assertThat(silent()).isFalse();
  }

  @Test
  void standingStillForLongIsNoSilenceBeforeTwoFurtherTurns() {
    scene.node("i-3").stillFor = Duration.ofHours(1);
    scene.node("i-3").stillTurns = 1;
    assertThat(silent()).isFalse();

    scene.node("i-3").stillTurns = 2;
    assertThat(silent()).isTrue();
    assertThat(serving()).isFalse();
  }

  @Test
  void manyTurnsAreNoSilenceBeforeTheTimeHasPassed() {
    Duration after = scene.spec.timings().silenceAfter();
    scene.node("i-3").stillTurns = 50;
    scene.node("i-3").stillFor = after.minusMillis(1);
    assertThat(silent()).isFalse();

    scene.node("i-3").stillFor = after;
    assertThat(silent()).isTrue();
  }

  @Test
  void anInstanceThatThisVeryLookShowsTerminatedIsGone() {
    scene.terminate("i-3");

    assertThat(Judgement.of(scene.view()).gone(new InstanceId("i-3"))).isTrue();
    assertThat(Judgement.of(scene.view()).gone(new InstanceId("i-2"))).isFalse();
    assertThat(serving()).isFalse();
  }

  @ParameterizedTest
  @EnumSource(value = DataState.class, mode = EnumSource.Mode.EXCLUDE, names = "INTACT")
  void onlyIntactDataServes(DataState data) {
    scene.data("i-3", data);

    assertThat(serving()).isFalse();
  }

  @Test
  void anotherClustersMemberDoesNotServeThisOne() {
    ClusterView other = Scene.healthy(1).view();
    Judgement judgement = Judgement.of(other);

    assertThat(judgement.serving(node(scene.view(), "i-1"))).isFalse();
  }

  private boolean serving() {
    ClusterView view = scene.view();
    return Judgement.of(view).serving(node(view, "i-3"));
  }

  private boolean silent() {
    ClusterView view = scene.view();
    return Judgement.of(view).silent(node(view, "i-3").observation());
  }

  private static Node node(ClusterView view, String instance) {
    return Objects.requireNonNull(view.nodes().get(new InstanceId(instance)));
  }
}
