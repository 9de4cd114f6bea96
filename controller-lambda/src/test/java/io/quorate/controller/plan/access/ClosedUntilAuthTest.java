package io.quorate.controller.plan.access;

import static io.quorate.command.CommandKind.JOIN;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.CommandKind;
import io.quorate.command.Outcome;
import io.quorate.controller.decision.NoOp;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.StartCommand;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.NodeFixture;
import io.quorate.guards.Guards;
import io.quorate.spec.SpecReader;
import io.quorate.spec.StartSettings;
import io.quorate.state.Condition;
import io.quorate.state.DataState;
import io.quorate.state.EtcdRuns;
import io.quorate.state.LastCommand;
import io.quorate.state.MemberEntry;
import io.quorate.state.NodeReport;
import io.quorate.state.OwnCertificates;
import io.quorate.state.Pause;
import io.quorate.state.Phase;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The seeder of a generation whose data began without access control, beside two empty nodes. */
class ClosedUntilAuthTest {
  private static final Set<String> KINDS =
      Set.of(CommandKind.APPLY_AUTH.name(), CommandKind.TAKE_SNAPSHOT.name());

  private ClusterFixture cluster = ClusterFixture.healthy(1);

  ClosedUntilAuthTest() {
    cluster.desired = 3;
    cluster.launch("i-2");
    cluster.launch("i-3");
    prepare("i-1");
  }

  /** Every agent is known by its name, and these voters are closed to clients. */
  private void prepare(String... closed) {
    spec("enabled: true", "off");
    for (NodeFixture node : cluster.actors.values()) {
      node.tls = true;
      node.version = "3.5.33";
      node.report = named("agent-" + node.number);
    }
    for (String voter : closed) {
      NodeFixture node = cluster.node(voter);
      node.report = node.report.closed(true);
      runs(node, StartSettings.of(cluster.spec));
    }
    cluster.listed.replaceAll(
        member ->
            new MemberEntry(
                member.id(),
                member.name(),
                List.of(member.peerUrls().getFirst().replace("http:", "https:")),
                member.learner()));
  }

  private void spec(String auth, String interval) {
    cluster.spec =
        SpecReader.read(
                """
                name: demo
                etcd: {version: 3.5}
                snapshots: {interval: %s}
                maintenance: {compareData: off}
                tls:
                  mode: files
                  clients: required
                  files: {peerCertificate: /a, peerKey: /b, peerCa: /c, certificate: /d, key: /e,
                    clientCa: /f}
                auth: {%s}
                """
                    .formatted(interval, auth))
            .orThrow();
  }

  private NodeReport named(String name) {
    return new NodeReport(
        KINDS,
        Optional.empty(),
        false,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        0,
        Optional.empty(),
        Optional.empty(),
        Optional.of(
            new OwnCertificates(
                Optional.of(cluster.now.plus(Duration.ofDays(300))),
                Optional.empty(),
                Optional.of(name))));
  }

  private static void runs(NodeFixture node, String settings) {
    node.runs = new EtcdRuns(Optional.empty(), 1, Optional.empty(), Optional.of(settings));
  }

  private void opens() {
    NodeFixture seeder = cluster.node("i-1");
    seeder.report = seeder.report.closed(false);
  }

  private CommandKind begun() {
    return ((StartCommand) cluster.plan().decision()).command().kind();
  }

  private Optional<String> condition(Condition.Type type) {
    return cluster.plan().status().conditions().stream()
        .filter(held -> held.type() == type)
        .map(Condition::message)
        .findFirst();
  }

  /** It failed once, just now. */
  private void failed() {
    cluster.status =
        cluster.status.withTasks(
            cluster
                .status
                .tasks()
                .ended(
                    CommandKind.APPLY_AUTH,
                    new LastCommand(
                        cluster.node("i-1").instance,
                        cluster.now,
                        Outcome.Result.FAILED,
                        "a user's name is refused",
                        1)));
  }

  @Test
  @Guards({"CLOSED_UNTIL_AUTH", "JOIN_WAITING_NODE"})
  void accessControlComesFirstAndNobodyJoinsBefore() {
    assertThat(begun()).isEqualTo(CommandKind.APPLY_AUTH);
    assertThat(condition(Condition.Type.CLOSED_UNTIL_AUTH).orElse(""))
        .contains("no client is served", "i-1", "One voter's agent applies it now");
    assertThat(condition(Condition.Type.AUTH_DIFFERS).orElse("")).doesNotContain("clients may do");

    cluster.status = cluster.plan().status();
    Plan meanwhile = cluster.plan();
    assertThat(meanwhile.decision()).isInstanceOf(NoOp.class);
    assertThat(meanwhile.decision().reason().code()).isEqualTo("JOIN_WAITS_CLOSED");
    assertThat(meanwhile.status().phase()).isEqualTo(Phase.DEGRADED);

    opens();
    assertThat(begun()).isEqualTo(JOIN);
    assertThat(condition(Condition.Type.CLOSED_UNTIL_AUTH)).isEmpty();
  }

  /** A new cluster: none of them answers another, for that comes to the client URL. */
  @Test
  void severalVotersOfWhichNoneAnswersAnotherGetItAsWell() {
    cluster = ClusterFixture.healthy(3);
    prepare("i-1", "i-2", "i-3");
    for (NodeFixture node : cluster.actors.values()) {
      node.seenSilentMillis = 5_000;
      node.seenConnected = true;
    }

    assertThat(begun()).isEqualTo(CommandKind.APPLY_AUTH);
    assertThat(condition(Condition.Type.CLOSED_UNTIL_AUTH).orElse("")).contains("i-1, i-2, i-3");
    assertThat(condition(Condition.Type.VOTER_SILENT)).isPresent();
  }

  /** It cannot be removed while the others are closed, for they do not reach one another. */
  @Test
  void aDeadVoterWhoseEtcdDoesNotRunHoldsNothingUp() {
    cluster = ClusterFixture.healthy(3);
    prepare("i-1", "i-2");
    for (NodeFixture node : cluster.actors.values()) {
      node.seenSilentMillis = 5_000;
    }
    NodeFixture dead = cluster.node("i-3");
    runs(dead, "older");
    dead.data = DataState.ROLLED_BACK;
    assertThat(condition(Condition.Type.CLOSED_UNTIL_AUTH).orElse(""))
        .as("its etcd runs on")
        .contains("not every voter runs with the spec's settings");

    dead.answering = false;
    assertThat(begun()).isEqualTo(CommandKind.APPLY_AUTH);
  }

  /** A single voter that is desired is not healthy while no client is served. */
  @Test
  void aClosedClusterIsNotHealthy() {
    cluster.desired = 1;
    for (String empty : List.of("i-2", "i-3")) {
      cluster.lifecycles.remove(cluster.node(empty).instance);
      cluster.instances.remove(cluster.node(empty).instance);
      cluster.actors.remove(cluster.node(empty).instance);
    }
    failed();
    assertThat(cluster.plan().status().phase()).isEqualTo(Phase.DEGRADED);
    opens();
    assertThat(cluster.plan().status().phase()).isEqualTo(Phase.HEALTHY);
  }

  /** Its only voter could not be restarted with the newer ones before another one has joined. */
  @Test
  void isAppliedAlsoWhereOtherSettingsAreRolledOutLater() {
    runs(cluster.node("i-1"), "older");
    assertThat(begun()).isEqualTo(CommandKind.APPLY_AUTH);

    opens();
    assertThat(begun()).as("a voter that is open has to run with the spec's").isEqualTo(JOIN);
  }

  @Test
  void afterAFailureItIsTriedAgainWithinSeconds() {
    failed();
    assertThat(cluster.plan().decision()).isInstanceOf(NoOp.class);
    assertThat(condition(Condition.Type.CLOSED_UNTIL_AUTH).orElse(""))
        .contains("It cannot be applied", "a user's name is refused", "each 10 s");

    cluster.now = cluster.now.plus(Duration.ofSeconds(10));
    assertThat(begun()).isEqualTo(CommandKind.APPLY_AUTH);
  }

  @Test
  @Guards("CLOSED_TOO_LONG")
  void afterMinutesItPages() {
    failed();
    cluster.status = cluster.plan().status();
    cluster.now = cluster.now.plus(Duration.ofMinutes(3).minusSeconds(1));
    assertThat(condition(Condition.Type.CLOSED_TOO_LONG)).isEmpty();

    cluster.now = cluster.now.plusSeconds(1);
    assertThat(condition(Condition.Type.CLOSED_TOO_LONG).orElse(""))
        .contains("since 2026-01-02T03:04:05Z", "a user's name is refused", "auth.enabled: false");
    opens();
    assertThat(condition(Condition.Type.CLOSED_TOO_LONG)).isEmpty();
  }

  /** A snapshot that is overdue holds up nobody: no key changes meanwhile. */
  @Test
  void noSnapshotIsTakenBefore() {
    spec("enabled: true", "30m");
    runs(cluster.node("i-1"), StartSettings.of(cluster.spec));
    cluster.now = cluster.now.plus(Duration.ofHours(3));
    assertThat(begun()).isEqualTo(CommandKind.APPLY_AUTH);
    failed();
    assertThat(cluster.plan().decision()).as("nor after a failure").isInstanceOf(NoOp.class);

    opens();
    assertThat(begun()).isEqualTo(CommandKind.TAKE_SNAPSHOT);
  }

  /** Otherwise what was begun would not end: no client would be served for as long as it lasts. */
  @Test
  void aPauseDoesNotKeepItClosed() {
    cluster.records =
        cluster.records.pausedBy(List.of(new Pause(cluster.now, "alice", "the disks are checked")));
    assertThat(begun()).isEqualTo(CommandKind.APPLY_AUTH);
  }

  @Test
  void aSpecThatAsksForItNoMoreIsSaidToOpenIt() {
    spec("enabled: false", "off");
    assertThat(condition(Condition.Type.CLOSED_UNTIL_AUTH).orElse(""))
        .contains("does not ask for it any more");
  }
}
