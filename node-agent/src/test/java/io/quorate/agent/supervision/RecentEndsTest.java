package io.quorate.agent.supervision;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.port.Exit;
import org.junit.jupiter.api.Test;

/** How often etcd ended lately: told in the heartbeat, whatever ended it. */
class RecentEndsTest {
  private final OneNode node = new OneNode().serving();

  private void ends(long now) {
    node.exits(Exit.Cause.FAILED);
    node.supervisor.tick(now);
    node.supervisor.tick(now + 60_000);
  }

  @Test
  void countsEachEndOfTheLastFiveMinutes() {
    ends(1_000);
    ends(70_000);
    ends(140_000);
    assertThat(node.supervisor.runs().recentEnds()).isEqualTo(3);
    assertThat(node.supervisor.verdict()).isEmpty();

    node.supervisor.tick(302_000);
    assertThat(node.supervisor.runs().recentEnds()).isEqualTo(2);
    node.supervisor.tick(1_000_000);
    assertThat(node.supervisor.runs().recentEnds()).isZero();
  }
}
