package io.quorate.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.localcloud.faults.FaultAction;
import io.quorate.localcloud.faults.FaultRule;
import io.quorate.localcloud.instance.InstanceView;
import io.quorate.localcloud.lambda.EnvironmentView;
import io.quorate.state.Birth;
import io.quorate.state.Lineage;
import io.quorate.state.Voter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The controller killed between intent and effect, and frozen past its lease. */
class ControllerFaultsTest {
  @Test
  void aBirthIsFinishedAsRecordedThoughItsControllerWasKilled(@TempDir Path home) throws Exception {
    try (Stage stage = Stage.empty(home, config -> config)) {
      FaultRule slowTwin =
          FaultRule.always("slow-twin", new FaultAction.Delay(Duration.ofSeconds(15)))
              .onService("s3")
              .forPrincipal("controller");
      stage.deployment.cloud().faults().add(slowTwin);
      stage.apply(3);
      stage.deployment.createGroup(stage.name.value(), 3);
      Birth recorded =
          Await.value(
              "a birth that is recorded but not final",
              Stage.SOON,
              () ->
                  stage
                      .clusters
                      .lineage(stage.name)
                      .filter(lineage -> lineage.state() == Lineage.State.COMMITTING)
                      .flatMap(Lineage::birth));

      busy(stage).forEach(env -> stage.deployment.controller().host().kill(env.id()));
      stage.deployment.cloud().faults().clear();

      stage.awaitHealthy(3);
      Lineage lineage = stage.clusters.lineage(stage.name).orElseThrow();
      assertThat(lineage.birth()).isEqualTo(Optional.of(recorded));
      assertThat(stage.anyEtcd().members().keySet())
          .containsExactlyInAnyOrderElementsOf(
              recorded.voters().stream().map(Voter::memberId).map(Object::toString).toList());
    }
  }

  @Test
  void aControllerFrozenPastItsLeaseChangesNothingWhenItWakes(@TempDir Path home) throws Exception {
    try (Stage stage = Stage.healthy(home, 3);
        Writer writer = stage.writer()) {
      FaultRule slowLook =
          FaultRule.always("slow-look", new FaultAction.Delay(Duration.ofSeconds(4)))
              .onService("dynamodb")
              .onOperation("Query")
              .forPrincipal("controller")
              .times(1);
      stage.deployment.cloud().faults().add(slowLook);
      InstanceView victim = stage.follower();
      stage.deployment.instances().wipe(victim.id(), "etcd");
      EnvironmentView frozen =
          Await.value(
              "a controller in the middle of its turn",
              Stage.SOON,
              () -> busy(stage).stream().findFirst());
      stage.deployment.controller().host().freeze(frozen.id(), Duration.ofSeconds(45));

      Await.until(
          "another controller heals it after the lease has run out",
          Duration.ofSeconds(90),
          () -> stage.heartbeat(victim.id()).outcome().isPresent());
      stage.awaitHealthy(3);
      Await.until(
          "the frozen controller to have woken or ended",
          Duration.ofSeconds(90),
          () ->
              stage.deployment.controller().host().environments().stream()
                  .noneMatch(env -> env.id().equals(frozen.id()) && env.busy()));
      stage.awaitHealthy(3);
      assertThat(stage.anyEtcd().members()).hasSize(3);
      writer.stopAndVerify(stage.anyEtcd());
    }
  }

  private static java.util.List<EnvironmentView> busy(Stage stage) {
    return stage.deployment.controller().host().environments().stream()
        .filter(EnvironmentView::busy)
        .toList();
  }
}
