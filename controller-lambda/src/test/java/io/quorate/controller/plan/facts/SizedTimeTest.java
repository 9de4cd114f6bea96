package io.quorate.controller.plan.facts;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.Command;
import io.quorate.command.CommandKind;
import io.quorate.controller.decision.StartCommand;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.NodeFixture;
import io.quorate.controller.plan.ClusterStates;
import io.quorate.state.EtcdRuns;
import io.quorate.state.NodeReport;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What reads and writes the whole database gets time by its size. */
class SizedTimeTest {
  private static final long GIB = 1L << 30;
  private static final Duration BASE = Duration.ofMinutes(5);

  private final ClusterFixture fixture = ClusterFixture.healthy(3);

  private Duration of(long bytes, int passes) {
    fixture.node("i-2").dbBytes = bytes;
    return SizedTime.of(ClusterStates.of(fixture.view()), BASE, passes);
  }

  private Command told() {
    return ((StartCommand) fixture.plan().decision()).command();
  }

  @Test
  void growsWithTheLargestDatabaseAndThePasses() {
    assertThat(of(4096, 4)).isEqualTo(BASE);
    assertThat(of(8 * GIB, 1)).isEqualTo(BASE.plusSeconds(819));
    assertThat(of(8 * GIB, 4)).isEqualTo(BASE.plusSeconds(3276));
  }

  @Test
  void givesARowThatSaysMoreThanEtcdTakesNoMoreTime() {
    assertThat(of(Long.MAX_VALUE, 4)).isEqualTo(of(16 * GIB, 4));
  }

  @Test
  void aJoinOfALargeDatabaseHasTheJoinDeadlineAndMore() {
    Duration join = fixture.spec.timings().joinDeadline();
    fixture.left("i-3");
    fixture.node("i-2").dbBytes = 8 * GIB;

    assertThat(told().kind()).isEqualTo(CommandKind.JOIN);
    assertThat(told().deadline()).isEqualTo(join.plusSeconds(2457));
  }

  @Test
  void aRestartWithALargeDatabaseIsNotCutOffByTheJoinDeadline() {
    for (NodeFixture node : fixture.actors.values()) {
      node.report = NodeReport.NOTHING.knowing(Set.of(CommandKind.RESTART_MEMBER.name()));
      node.runs = new EtcdRuns(Optional.empty(), 1, Optional.empty(), Optional.of("older"));
      node.dbBytes = GIB;
    }

    assertThat(told().kind()).isEqualTo(CommandKind.RESTART_MEMBER);
    assertThat(told().deadline()).isEqualTo(BASE.plusSeconds(102));
  }
}
