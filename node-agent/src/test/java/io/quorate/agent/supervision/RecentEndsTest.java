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

  @Test
  void countsAnEtcdThatCannotBeStartedAsAnEndEachTwentySeconds() {
    node.executable = false;
    node.exits(Exit.Cause.KILLED);
    for (long now = 1_000; now <= 42_000; now += 1_000) {
      node.supervisor.tick(now);
    }
    assertThat(node.supervisor.runs().recentEnds()).isEqualTo(3);
    assertThat(node.supervisor.lastExit())
        .hasValue("cannot execute etcd: java.io.IOException: no such file");
  }

  @Test
  void namesTheCauseOfATroubleWhereItsWordsTell() {
    assertThat(Exit.Cause.ofTrouble("FileSystemException: /d/x.wal: Read-only file system"))
        .contains(Exit.Cause.DISK_READ_ONLY);
    assertThat(Exit.Cause.ofTrouble("java.nio.file.AccessDeniedException: /d/x.wal"))
        .contains(Exit.Cause.NO_PERMISSION);
    assertThat(Exit.Cause.ofTrouble("process 7 holds it")).isEmpty();
  }
}
