package io.quorate.controller.plan.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.RecoveryFixture;
import io.quorate.state.Condition;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a lost quorum waits for, and until when, in words for people. */
class HoldersAwaitedTest {
  /** Nobody's help is needed before the time that is named is over. */
  @Test
  void nothingGoesOnUntilTheFenceIsProved() {
    ClusterFixture fixture = QuorumLostTest.fencing();

    assertThat(fixture.plan().decision().reason().code()).isEqualTo("FENCING_RUNS");
    assertThat(fixture.plan().decision().reason().message())
        .contains(
            "i-3",
            RecoveryFixture.recovery(fixture).stateSince().plus(Duration.ofMinutes(5)).toString());
    assertThat(RecoveryFixture.condition(fixture, Condition.Type.RECOVERY_WAITS)).isEmpty();

    fixture.now = fixture.now.plus(Duration.ofMinutes(6));
    QuorumLostTest.nothingBegins(fixture);
    RecoveryFixture.waitsNaming(fixture, "i-3");
  }

  @Test
  void oneThatFallsSilentWhileItIsFencedIsWaitedForByName() {
    ClusterFixture fixture = QuorumLostTest.fencing();
    fixture.silence("i-3");

    QuorumLostTest.nothingBegins(fixture);
    RecoveryFixture.waitsNaming(fixture, "i-3: its agent is silent");
  }

  /** Its disk is all that is left: what is awaited is its agent, not a snapshot. */
  @Test
  void aSilentHolderIsAwaitedThoughThereIsNoSnapshot() {
    ClusterFixture fixture = QuorumLostTest.twoTerminated();
    RecoveryFixture.catalogue(fixture);
    fixture.silence("i-3");

    RecoveryFixture.waitsNaming(fixture, "i-3: its agent is silent");
    RecoveryFixture.waitsNaming(fixture, "there is no snapshot");
    assertThat(fixture.plan().decision().reason().message())
        .contains("awaited, for as long as it takes")
        .doesNotContain("a person is awaited");
  }

  /** Both others are shown terminated before it could tell that it is alone. */
  @Test
  void aMemberThatStillSaysThatItServesIsAwaitedAndNoPerson() {
    ClusterFixture fixture = QuorumLostTest.twoTerminated();
    fixture.node("i-3").quorumProven = true;
    fixture.node("i-3").answering = true;

    QuorumLostTest.nothingBegins(fixture);
    assertThat(fixture.plan().decision().reason().message()).doesNotContain("a person is awaited");
  }
}
