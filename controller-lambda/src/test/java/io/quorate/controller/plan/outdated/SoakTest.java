package io.quorate.controller.plan.outdated;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.CommandKind;
import io.quorate.command.CommandSlot;
import io.quorate.command.Outcome;
import io.quorate.command.RestartMember;
import io.quorate.controller.decision.CloseCommand;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.StartCommand;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.NodeFixture;
import io.quorate.guards.Guards;
import io.quorate.model.InstanceId;
import io.quorate.release.ReleaseArchive;
import io.quorate.release.TargetRelease;
import io.quorate.spec.EtcdVersion;
import io.quorate.spec.SpecReader;
import io.quorate.spec.StartSettings;
import io.quorate.state.Condition;
import io.quorate.state.EtcdRuns;
import io.quorate.state.NodeReport;
import io.quorate.state.Soaking;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The next member changes its release once the last one has served it for {@code soak}. */
class SoakTest {
  private static final EtcdVersion OLD = EtcdVersion.parse("3.5.26").orElseThrow();
  private static final EtcdVersion NEW = EtcdVersion.parse("3.5.30").orElseThrow();

  private final ClusterFixture fixture = ClusterFixture.healthy(3);
  private long starts = 1;

  SoakTest() {
    spec("5m");
    fixture.records =
        fixture.records.with(
            new TargetRelease(NEW, List.of(new ReleaseArchive("linux-amd64", "0a".repeat(32), 7))));
    fixture.actors.values().forEach(node -> runs(node, OLD, 1));
  }

  private void spec(String soak) {
    fixture.spec =
        SpecReader.read(
                "name: demo\netcd: {version: 3.5.30}\nsnapshots: {interval: off}\nupgrade: {soak: "
                    + soak
                    + "}\n")
            .orThrow();
  }

  private void runs(NodeFixture node, EtcdVersion release, long times) {
    node.report =
        NodeReport.NOTHING.knowing(
            Set.of(CommandKind.RESTART_MEMBER.name(), CommandKind.PREPARE_RELEASE.name()));
    node.version = release.toString();
    node.runs =
        new EtcdRuns(
            Optional.of(OLD),
            times,
            Optional.empty(),
            Optional.of(StartSettings.of(fixture.spec)),
            Set.of(NEW));
  }

  private Optional<String> next() {
    Plan plan = fixture.plan();
    fixture.status = plan.status();
    return plan.decision() instanceof StartCommand start
            && start.command() instanceof RestartMember restart
        ? Optional.of(restart.header().executor().value())
        : Optional.empty();
  }

  /** The next member is told, restarts, and its command is closed. */
  private void changes(String instance) {
    Plan told = fixture.plan();
    assertThat(told.decision())
        .isInstanceOfSatisfying(
            StartCommand.class,
            start -> {
              assertThat(start.command().header().executor().value()).isEqualTo(instance);
              fixture.slots.put(
                  new InstanceId(instance),
                  new CommandSlot(start.command(), CommandSlot.State.OPEN));
              fixture.node(instance).outcome =
                  Optional.of(
                      new Outcome(
                          start.command().header().id(),
                          CommandKind.RESTART_MEMBER,
                          Outcome.Result.DONE,
                          "CONFIRM",
                          "it serves"));
            });
    fixture.status = told.status();
    runs(fixture.node(instance), NEW, ++starts);
    Plan closed = fixture.plan();
    assertThat(closed.decision()).isInstanceOf(CloseCommand.class);
    fixture.status = closed.status();
    fixture.node(instance).outcome = Optional.empty();
    fixture.slots.clear();
  }

  @Test
  @Guards({"UPGRADE_RUNS", "RESTART_OUTDATED_MEMBER"})
  void theCanaryAndEachLaterOneServesForSoLong() {
    changes("i-2");
    assertThat(next()).isEmpty();
    assertThat(fixture.shown(Condition.Type.UPGRADE_RUNS).orElseThrow())
        .contains(
            "i-2 serves etcd 3.5.30 since 2026-01-02T03:04:05Z", "until 2026-01-02T03:09:05Z");
    fixture.after(Duration.ofSeconds(299));
    assertThat(next()).isEmpty();
    fixture.after(Duration.ofSeconds(1));
    changes("i-3");
    assertThat(next()).isEmpty();
    fixture.after(Duration.ofMinutes(5));
    changes("i-1");
    assertThat(fixture.shown(Condition.Type.UPGRADE_RUNS)).isEmpty();
    fixture.after(Duration.ofMinutes(5));
    assertThat(next()).isEmpty();
    assertThat(fixture.status.soaking()).as("the last one has served, too").isEmpty();
  }

  @Test
  @Guards("RESTART_OUTDATED_MEMBER")
  void anInterruptionBeginsTheTimeAnew() {
    changes("i-2");
    fixture.after(Duration.ofMinutes(4));
    fixture.node("i-2").quorumProven = false;
    assertThat(next()).isEmpty();
    assertThat(fixture.status.soaking().flatMap(Soaking::since)).isEmpty();
    fixture.node("i-2").quorumProven = true;
    fixture.after(Duration.ofMinutes(4));
    assertThat(next()).isEmpty();
    assertThat(fixture.status.soaking().flatMap(Soaking::since)).contains(fixture.now);
    fixture.after(Duration.ofMinutes(4));
    assertThat(next()).as("eight minutes after the restart, four of service").isEmpty();
    fixture.after(Duration.ofMinutes(1));
    assertThat(next()).contains("i-3");
  }

  /** Nobody looked while its etcd was down: the row tells of one more start. */
  @Test
  @Guards("RESTART_OUTDATED_MEMBER")
  void aRestartBetweenTwoTurnsIsAnInterruption() {
    changes("i-2");
    fixture.after(Duration.ofMinutes(4));
    runs(fixture.node("i-2"), NEW, ++starts);
    assertThat(next()).isEmpty();
    fixture.after(Duration.ofMinutes(4));
    assertThat(next()).isEmpty();
    fixture.after(Duration.ofMinutes(1));
    assertThat(next()).contains("i-3");
  }

  @Test
  void withOffTheNextOneFollowsAtOnceAlsoInTheMiddle() {
    changes("i-2");
    spec("off");
    assertThat(next()).contains("i-3");
  }

  @Test
  void goingBackDoesNotWaitForAMemberThatNeverChanged() {
    changes("i-2");
    fixture.spec =
        SpecReader.read("name: demo\netcd: {version: 3.5.26}\nsnapshots: {interval: off}\n")
            .orThrow();
    fixture.records =
        fixture.records.with(
            new TargetRelease(OLD, List.of(new ReleaseArchive("linux-amd64", "0b".repeat(32), 7))));
    assertThat(next()).contains("i-2");
  }

  @Test
  void aCanaryWhoseInstanceIsGoneIsWaitedForByNobody() {
    changes("i-2");
    fixture.terminate("i-2");
    fixture.listed.removeIf(entry -> entry.name().equals("i-2"));
    assertThat(next()).isEmpty();
    assertThat(fixture.status.soaking()).isEmpty();
  }
}
