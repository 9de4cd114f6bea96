package io.quorate.controller.plan.voters;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.plan.ClusterStates;
import io.quorate.guards.Guards;
import io.quorate.state.DataState;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The quorum that remains when a voter without its directory is removed while it still votes. */
class RescueQuorumTest {
  /** The first voters lost their directories; their etcds go on. */
  private static ClusterFixture lost(int voters, int lost) {
    ClusterFixture fixture = ClusterFixture.healthy(voters);
    for (int n = 1; n <= lost; n++) {
      fixture.data("i-" + n, DataState.LOST);
    }
    return fixture;
  }

  private static void ended(ClusterFixture fixture, String instance) {
    fixture.node(instance).answering = false;
    fixture.node(instance).quorumProven = false;
  }

  private static boolean keptWithout(ClusterFixture fixture, String instance) {
    return Durability.keptInMemoryWithout(
        ClusterStates.of(fixture.view()), fixture.member(instance));
  }

  @Test
  void thoseThatOnlyVoteInMemoryCount() {
    assertThat(keptWithout(lost(3, 2), "i-2")).isTrue();
    assertThat(keptWithout(lost(5, 3), "i-2")).isTrue();
  }

  @Test
  @Guards("REPLACE_UNDURABLE_VOTER")
  void whoIsRemovedDoesNotCount() {
    ClusterFixture three = lost(3, 2);
    ended(three, "i-1");
    assertThat(keptWithout(three, "i-2")).as("one of two").isFalse();
    assertThat(keptWithout(three, "i-1")).as("two of two").isTrue();

    ClusterFixture five = lost(5, 2);
    ended(five, "i-4");
    assertThat(keptWithout(five, "i-1")).as("three of four").isTrue();
    ended(five, "i-5");
    assertThat(keptWithout(five, "i-1")).as("two of four").isFalse();
    assertThat(keptWithout(five, "i-4")).as("three of four, without an ended one").isTrue();
  }

  @Test
  void whomTheLeaderMissesDoesNotCount() {
    ClusterFixture three = lost(3, 2);
    three.inactive("i-3", Duration.ofSeconds(3));
    assertThat(keptWithout(three, "i-2")).isFalse();
    assertThat(keptWithout(three, "i-3")).as("the leader and i-2").isTrue();
  }

  @Test
  void whoIsSilentDoesNotCount() {
    assertThat(keptWithout(lost(3, 2).silence("i-3"), "i-2")).isFalse();
  }

  @Test
  void theLastVoterStays() {
    assertThat(keptWithout(lost(1, 1), "i-1")).isFalse();
  }
}
