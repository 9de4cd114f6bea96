package io.quorate.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.codec.LeaseCodec;
import io.quorate.localcloud.faults.FaultAction;
import io.quorate.localcloud.faults.FaultRule;
import io.quorate.localcloud.instance.InstanceView;
import io.quorate.localcloud.lambda.EnvironmentView;
import io.quorate.state.Birth;
import io.quorate.state.Lease;
import io.quorate.state.Lineage;
import io.quorate.state.MemberIdentity;
import io.quorate.state.Voter;
import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** The controller killed between intent and effect, and frozen past its lease. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ControllerFaultsTest {
  private Stage stage;

  @BeforeAll
  void bringUp(@TempDir Path home) throws IOException {
    stage = Stage.empty(home, config -> config);
  }

  @AfterAll
  void close() throws IOException {
    stage.close();
  }

  @Test
  @Order(1)
  void aBirthIsFinishedAsRecordedThoughItsControllerWasKilled() {
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

    busy().forEach(env -> stage.deployment.controller().host().kill(env.id()));
    stage.deployment.cloud().faults().clear();

    stage.awaitHealthy(3);
    Lineage lineage = stage.clusters.lineage(stage.name).orElseThrow();
    assertThat(lineage.birth()).isEqualTo(Optional.of(recorded));
    assertThat(stage.anyEtcd().members().keySet())
        .containsExactlyInAnyOrderElementsOf(
            recorded.voters().stream().map(Voter::memberId).map(Object::toString).toList());
  }

  @Test
  @Order(2)
  void aControllerFrozenPastItsLeaseChangesNothingWhenItWakes() throws Exception {
    try (Writer writer = stage.writer()) {
      FaultRule slowLook =
          FaultRule.always("slow-look", new FaultAction.Delay(Duration.ofMillis(500)))
              .onService("dynamodb")
              .onOperation("Query")
              .forPrincipal("controller");
      stage.deployment.cloud().faults().add(slowLook);
      EnvironmentView frozen =
          Await.value("a frozen holder of the lease", Stage.SOON, this::freezeHolder);
      long token = lease().token().value();
      stage.deployment.cloud().faults().clear();
      InstanceView victim = stage.follower();
      MemberIdentity before = stage.heartbeat(victim.id()).identity().orElseThrow();
      stage.deployment.instances().wipe(victim.id(), "etcd");

      Await.until(
          "another controller to take the lease once it has run out",
          Stage.SOON,
          () -> lease().token().value() > token);
      stage.awaitHealthy(3);
      assertThat(stage.anyEtcd().members()).doesNotContainKey(before.memberId().toString());

      stage.deployment.controller().host().thaw(frozen.id());
      Await.until(
          "the woken controller to learn that its lease is lost",
          Stage.SOON,
          () -> log(frozen).contains("lease=lost cluster=demo token=" + token));
      assertThat(log(frozen)).as("decisions under the lost lease").doesNotContain(acted(token));
      stage.awaitHealthy(3);
      writer.stopAndVerify(stage.anyEtcd());
    }
  }

  /** Freezes a busy controller, and lets it go again unless the lease stands still with it. */
  private Optional<EnvironmentView> freezeHolder() {
    for (EnvironmentView env : busy()) {
      stage.deployment.controller().host().freeze(env.id(), Duration.ofMinutes(3));
      if (leaseStandsStill()) {
        return Optional.of(env);
      }
      stage.deployment.controller().host().thaw(env.id());
    }
    return Optional.empty();
  }

  /** Whether one living holder keeps the lease for longer than a turn takes. */
  private boolean leaseStandsStill() {
    Lease first = lease();
    if (first.owner().isEmpty()) {
      return false;
    }
    try {
      Await.throughout("the lease", Duration.ofSeconds(8), () -> lease().equals(first));
      return true;
    } catch (AssertionError moved) {
      return false;
    }
  }

  private Lease lease() {
    Key key = Keys.lease(stage.name);
    Item item = stage.clusters.store().read(List.of(key)).get(key);
    return LeaseCodec.read(Optional.ofNullable(item).orElseThrow().attributes(), key.toString());
  }

  private static String acted(long token) {
    return "token=" + token + " decision=";
  }

  private static String log(EnvironmentView env) {
    try {
      return Files.readString(env.log());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<EnvironmentView> busy() {
    return stage.deployment.controller().host().environments().stream()
        .filter(EnvironmentView::busy)
        .toList();
  }
}
