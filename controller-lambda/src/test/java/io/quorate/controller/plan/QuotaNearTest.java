package io.quorate.controller.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.CommandKind;
import io.quorate.command.RestartMember;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.StartCommand;
import io.quorate.guards.Guards;
import io.quorate.spec.SpecReader;
import io.quorate.state.Condition;
import io.quorate.state.EtcdRuns;
import io.quorate.state.NodeReport;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * A database that nears its quota is named; no member is restarted with one that it has reached.
 */
class QuotaNearTest {
  private static final long MIB = 1 << 20;

  private final ClusterFixture fixture = ClusterFixture.healthy(3);

  private void quota(String quota) {
    fixture.spec =
        SpecReader.read(
                "name: demo\netcd: {version: 3.5, quota: %s}\nsnapshots: {interval: off}\n"
                    .formatted(quota))
            .orThrow();
  }

  private void outdated() {
    for (NodeFixture node : fixture.actors.values()) {
      node.report = NodeReport.NOTHING.knowing(Set.of(CommandKind.RESTART_MEMBER.name()));
      node.runs = new EtcdRuns(Optional.empty(), 1, Optional.empty(), Optional.of("older"));
    }
  }

  private Optional<String> told(Condition.Type type) {
    return fixture.plan().status().conditions().stream()
        .filter(condition -> condition.type() == type)
        .map(Condition::message)
        .findFirst();
  }

  private boolean restarts() {
    Plan plan = fixture.plan();
    return plan.decision() instanceof StartCommand start
        && start.command() instanceof RestartMember;
  }

  @Test
  @Guards("QUOTA_NEAR")
  void tellsOfALargestDatabaseOfNineTenthsOfTheQuotaWithTheWayOut() {
    quota("100MiB");
    fixture.node("i-2").dbBytes = 90 * MIB;

    assertThat(told(Condition.Type.QUOTA_NEAR).orElseThrow())
        .contains("90MiB on i-2", "45MiB of them in use", "etcd.quota is 100MiB")
        .contains("quorate compact", "quorate defragment")
        .doesNotContain("restarts none");
    fixture.node("i-2").dbBytes = 89 * MIB;
    assertThat(told(Condition.Type.QUOTA_NEAR)).isEmpty();
  }

  @Test
  @Guards("RESTART_OUTDATED_MEMBER")
  void noMemberIsRestartedWithAQuotaThatTheDatabaseHasReached() {
    quota("64MiB");
    outdated();
    fixture.node("i-3").dbBytes = 64 * MIB;

    assertThat(restarts()).isFalse();
    assertThat(told(Condition.Type.QUOTA_NEAR).orElseThrow())
        .contains(
            "the database has 64MiB on i-3", "etcd.quota is 64MiB", "restarts none to take it");

    fixture.node("i-3").dbBytes = 64 * MIB - 1;
    assertThat(restarts()).isTrue();
  }
}
