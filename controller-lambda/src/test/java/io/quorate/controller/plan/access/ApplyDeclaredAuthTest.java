package io.quorate.controller.plan.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.ApplyAuth;
import io.quorate.command.CommandKind;
import io.quorate.command.CommandSlot;
import io.quorate.command.Outcome;
import io.quorate.controller.decision.AnswerRequest;
import io.quorate.controller.decision.CloseCommand;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.StartCommand;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.NodeFixture;
import io.quorate.controller.fixture.SnapshotFixture;
import io.quorate.controller.view.ClusterRecords;
import io.quorate.guards.Guards;
import io.quorate.model.InstanceId;
import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import io.quorate.spec.SpecReader;
import io.quorate.spec.StartSettings;
import io.quorate.state.AuthWork;
import io.quorate.state.Condition;
import io.quorate.state.EtcdRuns;
import io.quorate.state.MemberEntry;
import io.quorate.state.NodeReport;
import io.quorate.state.OpenCommand;
import io.quorate.state.OwnCertificates;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The access control of the spec, from its change to what a look finds. */
class ApplyDeclaredAuthTest {
  private static final String ROLE = "roles: [{name: app, permissions: [{mode: read, key: a}]}]";
  private static final Set<String> KINDS = Set.of(CommandKind.APPLY_AUTH.name());

  private final ClusterFixture cluster = ClusterFixture.healthy(3);

  ApplyDeclaredAuthTest() {
    spec("enabled: true, " + ROLE);
    for (NodeFixture node : cluster.actors.values()) {
      node.tls = true;
      node.version = "3.5.33";
      named(node, Optional.of("agent-" + node.number));
      node.runs = runs(StartSettings.of(cluster.spec));
    }
    cluster.listed.replaceAll(
        member ->
            new MemberEntry(
                member.id(),
                member.name(),
                List.of(member.peerUrls().getFirst().replace("http:", "https:")),
                member.learner()));
  }

  private static EtcdRuns runs(String settings) {
    return new EtcdRuns(Optional.empty(), 1, Optional.empty(), Optional.of(settings));
  }

  private void spec(String auth) {
    cluster.spec =
        SpecReader.read(
                """
                name: demo
                etcd: {version: 3.5}
                snapshots: {interval: off}
                maintenance: {compareData: off}
                tls:
                  mode: files
                  clients: required
                  files: {peerCertificate: /a, peerKey: /b, peerCa: /c, certificate: /d, key: /e,
                    clientCa: /f}
                auth: {%s}
                """
                    .formatted(auth))
            .orThrow();
  }

  private void named(NodeFixture node, Optional<String> name) {
    report(node, name, Optional.empty(), 0);
  }

  private void report(
      NodeFixture node, Optional<String> name, Optional<Outcome> outcome, long revision) {
    node.report =
        new NodeReport(
                KINDS,
                Optional.empty(),
                false,
                Optional.empty(),
                outcome,
                Optional.empty(),
                0,
                Optional.empty(),
                Optional.empty(),
                Optional.of(
                    new OwnCertificates(
                        Optional.of(cluster.now.plus(Duration.ofDays(300))),
                        Optional.empty(),
                        name)))
            .authAt(revision);
  }

  /** The leader's agent tells this revision of users and roles. */
  private void revision(long revision) {
    report(cluster.node("i-1"), Optional.of("agent-1"), Optional.empty(), revision);
  }

  private Optional<ApplyAuth> told() {
    return cluster.plan().decision() instanceof StartCommand start
            && start.command() instanceof ApplyAuth apply
        ? Optional.of(apply)
        : Optional.empty();
  }

  /** What is due is told, and done so. */
  private Plan ends(Outcome.Result result, Map<String, Object> values) {
    Plan started = cluster.plan();
    ApplyAuth apply = (ApplyAuth) ((StartCommand) started.decision()).command();
    InstanceId executor = apply.header().executor();
    cluster.status = started.status();
    Map<InstanceId, CommandSlot> slots = new HashMap<>();
    slots.put(executor, new CommandSlot(apply, CommandSlot.State.OPEN));
    records(slots, cluster.records.requests());
    OpenCommand open = cluster.status.tasks().open().orElseThrow();
    NodeFixture node = cluster.node(executor.value());
    report(
        node,
        Optional.of("agent-" + node.number),
        Optional.of(new Outcome(open.commandId(), 1, open.kind(), result, "it ended", values)),
        0);
    Plan closed = cluster.plan();
    assertThat(closed.decision()).isInstanceOf(CloseCommand.class);
    cluster.status = closed.status();
    records(Map.of(), List.of());
    named(node, Optional.of("agent-" + node.number));
    return closed;
  }

  private void records(Map<InstanceId, CommandSlot> slots, List<Request> requests) {
    cluster.records =
        new ClusterRecords(slots, requests, cluster.records.snapshots(), cluster.records.bucket());
  }

  private static Map<String, Object> found(boolean enabled, String differs, String waiting) {
    return Map.of(
        ApplyAuth.ENABLED,
        enabled,
        ApplyAuth.REVISION,
        12L,
        ApplyAuth.DIFFERS,
        differs,
        ApplyAuth.WAITING,
        waiting,
        ApplyAuth.WHY,
        waiting.isEmpty() ? "" : waiting + ": no file");
  }

  private Optional<String> condition(Condition.Type type) {
    return cluster.plan().status().conditions().stream()
        .filter(held -> held.type() == type)
        .map(Condition::message)
        .findFirst();
  }

  @Test
  @Guards({"APPLY_AUTH", "AUTH_DIFFERS"})
  void oneVoterAppliesTheSectionAndThenNothingIsDue() {
    assertThat(condition(Condition.Type.AUTH_DIFFERS).orElse(""))
        .contains("not applied yet: clients may do what it does not allow");
    ApplyAuth apply = told().orElseThrow();
    assertThat(apply.change()).isTrue();
    assertThat(apply.auth()).isEqualTo(cluster.spec.auth().orElseThrow());
    assertThat(apply.agents()).containsExactly("agent-1", "agent-2", "agent-3");

    ends(Outcome.Result.DONE, found(true, "", ""));
    assertThat(told()).isEmpty();
    assertThat(condition(Condition.Type.AUTH_DIFFERS)).isEmpty();
    assertThat(cluster.status.tasks().auth().seen().map(AuthWork.Seen::revision)).contains(12L);
  }

  @Test
  void aSpecWithoutTheSectionLeavesItAlone() {
    cluster.spec = SpecReader.read("name: demo\netcd: {version: 3.5}\n").orThrow();
    cluster.actors.values().forEach(node -> node.runs = runs(StartSettings.of(cluster.spec)));

    assertThat(told()).isEmpty();
    assertThat(condition(Condition.Type.AUTH_DIFFERS)).isEmpty();
  }

  @Test
  void anotherSectionOrAnotherAgentIsAppliedAtOnce() {
    ends(Outcome.Result.DONE, found(true, "", ""));
    spec("enabled: true");
    assertThat(told()).map(ApplyAuth::change).contains(true);

    spec("enabled: true, " + ROLE);
    assertThat(told()).isEmpty();
    named(cluster.node("i-3"), Optional.of("agent-9"));
    assertThat(told().orElseThrow().agents()).containsExactly("agent-1", "agent-2", "agent-9");
  }

  /** The section that failed may have given a part of its rights. */
  @Test
  void theFormerSectionIsAppliedAgainAfterAnotherOneFailed() {
    ends(Outcome.Result.DONE, found(true, "", ""));
    spec("enabled: true");
    ends(Outcome.Result.FAILED, Map.of());

    spec("enabled: true, " + ROLE);
    cluster.now = cluster.now.plus(Duration.ofMinutes(2));
    assertThat(told()).map(ApplyAuth::change).contains(true);
    ends(Outcome.Result.DONE, found(true, "", ""));
    assertThat(told()).isEmpty();
  }

  /** What a generation began with may be older than what was applied before. */
  @Test
  void isAppliedAnewInTheNextGeneration() {
    ends(Outcome.Result.DONE, found(true, "", ""));
    assertThat(told()).isEmpty();

    cluster.status = cluster.status.withTasks(cluster.status.tasks().ofNextGeneration());
    assertThat(told()).map(ApplyAuth::change).contains(true);
  }

  @Test
  void isNotSwitchedOnBeforeEveryVoterAsksForCertificates() {
    cluster.node("i-2").runs = runs("older");
    assertThat(told()).isEmpty();
    assertThat(condition(Condition.Type.AUTH_DIFFERS).orElse(""))
        .contains("not every voter runs with the spec's settings", "i-2");

    spec("enabled: false");
    assertThat(told()).isPresent();
  }

  @Test
  void isNotSwitchedOnBeforeEveryAgentTellsItsName() {
    named(cluster.node("i-3"), Optional.empty());
    assertThat(told()).isEmpty();
    assertThat(condition(Condition.Type.AUTH_DIFFERS).orElse(""))
        .contains("no common name, or is not told of, on i-3");
  }

  @Test
  void whatIsChangedByHandIsLookedAtAtOnceAndLeftUnlessTheSpecEnforcesIt() {
    ends(Outcome.Result.DONE, found(true, "", ""));
    revision(12);
    assertThat(told()).isEmpty();

    revision(13);
    ApplyAuth look = told().orElseThrow();
    assertThat(look.change()).isFalse();
    ends(Outcome.Result.DONE, found(false, "it would take to switch access control on", ""));
    assertThat(condition(Condition.Type.AUTH_DIFFERS).orElse(""))
        .contains("switch access control on", "while auth.enforce is false");

    spec("enabled: true, enforce: true, " + ROLE);
    ends(Outcome.Result.DONE, found(true, "", ""));
    revision(14);
    assertThat(told()).map(ApplyAuth::change).contains(true);
  }

  @Test
  void somebodyLooksEachHour() {
    ends(Outcome.Result.DONE, found(true, "", ""));
    cluster.now = cluster.now.plus(Duration.ofMinutes(59));
    assertThat(told()).isEmpty();

    cluster.now = cluster.now.plus(Duration.ofMinutes(1));
    assertThat(told().orElseThrow().change()).isFalse();
  }

  @Test
  void whileUsersWaitForAPasswordSomebodyLooksEachTenMinutes() {
    ends(Outcome.Result.DONE, found(true, "", "report"));
    assertThat(condition(Condition.Type.AUTH_DIFFERS).orElse("")).contains("report: no file");
    cluster.now = cluster.now.plus(Duration.ofMinutes(9));
    assertThat(told()).isEmpty();

    cluster.now = cluster.now.plus(Duration.ofMinutes(1));
    ApplyAuth look = told().orElseThrow();
    assertThat(look.change()).isFalse();
    assertThat(look.waiting()).containsExactly("report");
  }

  @Test
  void whatFailedIsToldAndWaits() {
    ends(Outcome.Result.FAILED, Map.of("failure", "ETCD"));
    assertThat(told()).isEmpty();
    assertThat(condition(Condition.Type.AUTH_DIFFERS).orElse(""))
        .contains("could not apply it: ETCD: it ended");

    cluster.now = cluster.now.plus(Duration.ofMinutes(2));
    assertThat(told()).map(ApplyAuth::change).contains(true);
  }

  /** A second attempt begins only after the first one's proven end. */
  @Test
  void isNeverClosedByTimeAlone() {
    Plan started = cluster.plan();
    cluster.status = started.status();
    ApplyAuth apply = (ApplyAuth) ((StartCommand) started.decision()).command();
    String executor = apply.header().executor().value();
    cluster.now = cluster.now.plus(Duration.ofHours(5));
    assertThat(cluster.plan().decision()).isNotInstanceOf(CloseCommand.class);

    cluster.terminate(executor);
    cluster.plan();
    assertThat(told()).isEmpty();
    cluster.status = cluster.plan().status();
    for (int turn = 0; turn < 5 && cluster.status.tasks().open().isPresent(); turn++) {
      cluster.status = cluster.plan().status();
    }
    assertThat(cluster.status.tasks().open()).isEmpty();
  }

  @Test
  void anOperatorHasItLookedAtNow() {
    ends(Outcome.Result.DONE, found(true, "", ""));
    records(Map.of(), List.of(SnapshotFixture.asks(RequestKind.REFRESH_AUTH)));
    assertThat(told()).map(ApplyAuth::change).contains(false);

    cluster.spec = SpecReader.read("name: demo\netcd: {version: 3.5}\n").orThrow();
    cluster.actors.values().forEach(node -> node.runs = runs(StartSettings.of(cluster.spec)));
    AnswerRequest answer = (AnswerRequest) cluster.plan().decision();
    assertThat(answer.request().after().state()).isEqualTo(Request.State.REFUSED);
    assertThat(answer.request().after().detail()).contains("no section auth");
  }

  @Test
  @Guards("AUTH_UNSOUND")
  void aReleaseThatLetsThroughTooMuchIsToldOfWhileItIsOn() {
    ends(Outcome.Result.DONE, found(true, "", ""));
    assertThat(condition(Condition.Type.AUTH_UNSOUND)).isEmpty();

    cluster.node("i-2").version = "3.5.30";
    assertThat(condition(Condition.Type.AUTH_UNSOUND).orElse(""))
        .contains("i-2 (etcd 3.5.30, mended in 3.5.33)", "quorate release add");
  }
}
