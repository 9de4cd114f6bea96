package io.quorate.controller.plan.certificates;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.controller.bouncycastle.BouncyCastleTokenKeys;
import io.quorate.controller.decision.Decision;
import io.quorate.controller.decision.MakeTokenKey;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.StoreStage;
import io.quorate.guards.Guards;
import io.quorate.secrets.KeptTokenKeys;
import io.quorate.spec.SpecReader;
import io.quorate.state.BucketUse;
import io.quorate.state.Lineage;
import io.quorate.state.Pause;
import io.quorate.store.Item;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The key with which etcd signs its tokens is made once, before any etcd is started with it. */
class MakeMissingTokenKeyTest {
  private static final String MANAGED = "type: jwt, keys: managed";

  private final KeptTokenKeys keys = new KeptTokenKeys();

  private static ClusterFixture asking(String token) {
    ClusterFixture fixture = ClusterFixture.registered(3);
    fixture.spec =
        SpecReader.read(
                "name: demo\netcd: {version: 3.5}\nsnapshots: {interval: off}\n"
                    + "auth: {enabled: false, token: {%s}}\n".formatted(token))
            .orThrow();
    return fixture;
  }

  private static void known(ClusterFixture fixture, String signMethod) {
    fixture.status =
        fixture.status.withTasks(
            fixture
                .status
                .tasks()
                .withBucket(fixture.status.tasks().bucket().withTokenKey(signMethod)));
  }

  private static Optional<String> made(ClusterFixture fixture) {
    Decision decision = fixture.plan().decision();
    return decision instanceof MakeTokenKey make
        ? Optional.of(make.signMethod())
        : Optional.empty();
  }

  private StoreStage stage() {
    StoreStage stage = StoreStage.of(asking(MANAGED));
    stage.tokenKeys = new BouncyCastleTokenKeys(keys);
    return stage;
  }

  @Test
  @Guards("MAKE_TOKEN_KEY")
  void isMadeOnceForEachSignMethodWhereTheSpecLeavesItToTheController() {
    ClusterFixture fixture = asking(MANAGED);
    assertThat(made(fixture)).contains("ES256");
    known(fixture, "ES256");
    assertThat(made(fixture)).isEmpty();

    ClusterFixture other = asking(MANAGED + ", signMethod: RS256");
    known(other, "ES256");
    assertThat(made(other)).contains("RS256");

    assertThat(made(asking("type: jwt, privateKey: /k"))).isEmpty();
    assertThat(made(asking("type: simple"))).isEmpty();
  }

  @Test
  @Guards("MAKE_TOKEN_KEY")
  void isMadeWhileAnOperatorPausesTheCluster() {
    ClusterFixture fixture = asking(MANAGED);
    fixture.records = fixture.records.pausedBy(List.of(new Pause(fixture.now, "alice", "repair")));

    assertThat(made(fixture)).contains("ES256");
  }

  @Test
  @Guards("MakeTokenKey")
  void aTurnMakesItBeforeTheBootstrapAndTellsItToNoRecord() {
    StoreStage stage = stage();
    stage.turn();

    assertThat(stage.decisions())
        .startsWith("MAKE_TOKEN_KEY", "COMMIT_BOOTSTRAP")
        .containsOnlyOnce("MAKE_TOKEN_KEY");
    assertThat(stage.status().tasks().bucket().tokenKeys()).containsExactly("ES256");
    String pem = keys.kept.values().iterator().next();
    assertThat(stage.records())
        .extracting(Item::attributes)
        .map(String::valueOf)
        .noneMatch(text -> text.contains("PRIVATE KEY"))
        .noneMatch(text -> text.contains(pem.lines().skip(1).findFirst().orElseThrow()));
  }

  @Test
  @Guards("MAKE_TOKEN_KEY")
  void aBucketThatRefusesIsToldOfAndAskedAgainLater() {
    StoreStage stage = stage();
    keys.away = Optional.of("STORE_AWAY: 503");
    stage.turn();

    assertThat(stage.status().tasks().bucket().failing(BucketUse.TOKEN_KEYS).orElseThrow().why())
        .isEqualTo("STORE_AWAY: 503");
    assertThat(stage.status().tasks().bucket().tokenKeys()).isEmpty();

    keys.away = Optional.empty();
    stage.turn();
    assertThat(keys.kept).as("not yet").isEmpty();
    assertThat(stage.lineage().state()).as("nothing else waits").isEqualTo(Lineage.State.COMMITTED);
    stage.now = stage.now.plus(Duration.ofMinutes(2));
    stage.fixture.actors.values().forEach(node -> node.sequence++);
    stage.heartbeats();
    stage.turn();
    assertThat(keys.kept).hasSize(1);
    assertThat(stage.status().tasks().bucket().failing(BucketUse.TOKEN_KEYS)).isEmpty();
  }

  @Test
  @Guards("MakeTokenKey")
  void aTurnThatDiedAfterTheKeyWasMadeIsFollowedByOneThatFindsIt() {
    StoreStage stage = stage();
    stage.tokenKeys =
        (cluster, uid, signMethod) -> {
          new BouncyCastleTokenKeys(keys).make(cluster, uid, signMethod);
          throw new IllegalStateException("killed");
        };
    try {
      stage.turn();
    } catch (IllegalStateException e) {
      assertThat(e).hasMessage("killed");
    }
    List<String> first = List.copyOf(keys.kept.values());
    stage.tokenKeys = new BouncyCastleTokenKeys(keys);
    stage.pastTheLease();
    stage.turn();

    assertThat(keys.kept.values()).hasSize(1).containsExactlyElementsOf(first);
    assertThat(stage.status().tasks().bucket().tokenKeys()).containsExactly("ES256");
  }
}
