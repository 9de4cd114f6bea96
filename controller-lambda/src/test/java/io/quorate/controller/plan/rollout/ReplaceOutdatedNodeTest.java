package io.quorate.controller.plan.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.CommandKind;
import io.quorate.command.JoinCluster;
import io.quorate.command.LeaveCluster;
import io.quorate.controller.decision.AnswerRequest;
import io.quorate.controller.decision.CloudEffect;
import io.quorate.controller.decision.Decision;
import io.quorate.controller.decision.ExtendHook;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.ReplaceNode;
import io.quorate.controller.decision.StartCommand;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.NodeFixture;
import io.quorate.controller.view.ClusterRecords;
import io.quorate.controller.view.GroupHook;
import io.quorate.controller.view.GroupSettings;
import io.quorate.controller.view.GroupView;
import io.quorate.controller.view.LaunchSource;
import io.quorate.guards.Guards;
import io.quorate.model.InstanceId;
import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import io.quorate.spec.SpecReader;
import io.quorate.state.Condition;
import io.quorate.state.DataState;
import io.quorate.state.HookAnswer;
import io.quorate.state.NodeReport;
import io.quorate.state.Pause;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An instance that an older launch template made is replaced, its successor joining first. */
class ReplaceOutdatedNodeTest {
  private static final LaunchSource NOW = new LaunchSource("lt-1", "7");
  private static final LaunchSource BEFORE = new LaunchSource("lt-1", "6");
  private static final GroupHook HOOK =
      new GroupHook(HookAnswer.TERMINATE, "autoscaling:EC2_INSTANCE_TERMINATING", "CONTINUE");

  private final ClusterFixture fixture;
  private final Map<InstanceId, LaunchSource> made = new HashMap<>();
  private List<GroupHook> hooks = List.of(HOOK);
  private List<String> suspended = List.of();

  ReplaceOutdatedNodeTest() {
    this.fixture = ClusterFixture.healthy(3);
    fixture.actors.values().forEach(node -> node.report = leaving());
    fixture.actors.keySet().forEach(instance -> made.put(instance, BEFORE));
    replace("automatic");
    group();
  }

  private static NodeReport leaving() {
    return NodeReport.NOTHING.knowing(Set.of(CommandKind.LEAVE.name()));
  }

  private void replace(String how) {
    fixture.spec =
        SpecReader.read(
                "name: demo\netcd: {version: 3.5}\nsnapshots: {interval: off}\nmaintenance:"
                    + " {compareData: off}\nnodes: {replace: "
                    + how
                    + "}\n")
            .orThrow();
  }

  /** The group as the fixture has it, with what it launches from. */
  private void group() {
    fixture.groupInstead =
        Optional.of(
            new GroupView.Observed(
                fixture.desired,
                fixture.lifecycles,
                fixture.waits,
                List.of(),
                new GroupSettings(Optional.of(3), Optional.of(hooks), suspended, Optional.empty())
                    .launching(NOW, made)));
  }

  private Optional<InstanceId> replaced() {
    return fixture.plan().decision() instanceof ReplaceNode replace
        ? Optional.of(replace.intent().instance())
        : Optional.empty();
  }

  private void ask(Map<String, String> arguments) {
    List<Request> requests = new ArrayList<>(fixture.records.requests());
    requests.add(Request.open("r-1", RequestKind.REPLACE_NODES, arguments, "alice", fixture.now));
    requests(requests);
  }

  private void requests(List<Request> requests) {
    fixture.records =
        new ClusterRecords(
            fixture.records.taskSlots(),
            requests,
            fixture.records.snapshots(),
            fixture.records.bucket());
  }

  @Test
  @Guards({"REPLACE_OUTDATED_NODE", "ReplaceNode"})
  void aFollowerIsAskedForFirstAndHeldByItsHook() {
    Plan plan = fixture.plan();

    assertThat(plan.decision())
        .isInstanceOfSatisfying(
            ReplaceNode.class,
            replace -> {
              assertThat(replace.intent().instance()).isEqualTo(new InstanceId("i-2"));
              assertThat(replace.effect())
                  .contains(
                      new CloudEffect.TerminateInGroup(
                          new InstanceId("i-2"), CloudEffect.TerminateInGroup.Intent.NODE));
            });
    assertThat(plan.status().group().replaces(new InstanceId("i-2"))).isTrue();
    assertThat(plan.heartbeatEvidence()).containsKeys(new InstanceId("i-1"), new InstanceId("i-3"));
  }

  @Test
  @Guards("REPLACE_OUTDATED_NODE")
  void theLeaderIsLastAndAnInstanceWithoutAMemberFirst() {
    made.put(new InstanceId("i-2"), NOW);
    group();
    assertThat(replaced()).contains(new InstanceId("i-3"));
    made.put(new InstanceId("i-3"), NOW);
    group();
    assertThat(replaced()).contains(new InstanceId("i-1"));
    made.put(new InstanceId("i-1"), NOW);
    group();
    assertThat(replaced()).isEmpty();
  }

  @Test
  @Guards({"REPLACE_OUTDATED_NODE", "NODES_OUTDATED"})
  void onRequestNobodyIsReplacedUnasked() {
    replace("onRequest");
    assertThat(replaced()).isEmpty();
    assertThat(fixture.shown(Condition.Type.NODES_OUTDATED).orElseThrow())
        .contains("lt-1 version 7", "i-1, i-2, i-3", "quorate nodes replace demo");
    ask(Map.of());
    assertThat(replaced()).contains(new InstanceId("i-2"));
    assertThat(fixture.plan().decision())
        .isInstanceOfSatisfying(
            ReplaceNode.class,
            replace ->
                assertThat(replace.request().orElseThrow().after().state())
                    .isEqualTo(Request.State.TAKEN_UP));
  }

  @Test
  @Guards("REPLACE_OUTDATED_NODE")
  void oneThatIsNamedIsReplacedThoughItIsNotOutdated() {
    replace("onRequest");
    fixture.actors.keySet().forEach(instance -> made.put(instance, NOW));
    group();
    ask(Map.of("instance", "i-3"));
    assertThat(replaced()).contains(new InstanceId("i-3"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"i-9", "no such/name", ""})
  void oneThatIsNotThereIsRefused(String instance) {
    replace("onRequest");
    ask(Map.of("instance", instance));
    assertThat(fixture.plan().decision())
        .isInstanceOfSatisfying(
            AnswerRequest.class,
            answer -> {
              assertThat(answer.request().after().state()).isEqualTo(Request.State.REFUSED);
              assertThat(answer.request().after().detail()).contains("quorate nodes list demo");
            });
  }

  @Test
  void withNothingOutdatedTheRequestIsDone() {
    replace("onRequest");
    fixture.actors.keySet().forEach(instance -> made.put(instance, NOW));
    group();
    ask(Map.of());
    assertThat(fixture.plan().decision())
        .isInstanceOfSatisfying(
            AnswerRequest.class,
            answer -> assertThat(answer.request().after().state()).isEqualTo(Request.State.DONE));
  }

  @Test
  @Guards("REPLACE_OUTDATED_NODE")
  void nothingBeginsWithoutTheHookOrWhileLaunchesAreSuspended() {
    hooks = List.of();
    group();
    waits("no hook quorate-terminate");
    hooks = List.of(HOOK);
    suspended = List.of("Launch");
    group();
    waits("suspended: [Launch]");
  }

  @Test
  @Guards("REPLACE_OUTDATED_NODE")
  void nothingBeginsUnlessAllElseIsWell() {
    fixture.node("i-3").alarms = List.of("NOSPACE");
    waits("alarm of etcd");
    fixture.node("i-3").alarms = List.of();
    fixture.node("i-3").answering = false;
    waits("does not serve");
    fixture.node("i-3").answering = true;
    fixture.fleet = ClusterFixture.fleet(10, 8);
    waits("fleet breaker");
    fixture.fleet = ClusterFixture.fleet(1, 1);
    fixture.node("i-2").report = NodeReport.NOTHING;
    waits("does not know how to leave");
  }

  @Test
  @Guards("REPLACE_OUTDATED_NODE")
  void nothingBeginsBelowThreeVotersOrBeforeAFreshSnapshot() {
    fixture.spec =
        SpecReader.read(
                "name: demo\netcd: {version: 3.5}\nsnapshots: {interval: 30m}\nnodes: {replace:"
                    + " automatic}\n")
            .orThrow();
    waits("there is no fresh snapshot");
    ClusterFixture two = ClusterFixture.healthy(2);
    two.actors.values().forEach(node -> node.report = leaving());
    two.spec =
        SpecReader.read(
                "name: demo\netcd: {version: 3.5}\nsnapshots: {interval: off}\nnodes: {replace:"
                    + " automatic}\n")
            .orThrow();
    two.groupInstead = Optional.of(((GroupView.Observed) two.view().group()).with(settings(two)));
    assertThat(two.plan().decision()).isNotInstanceOf(ReplaceNode.class);
    assertThat(two.shown(Condition.Type.NODES_OUTDATED).orElseThrow()).contains("of 2 voters none");
  }

  private static GroupSettings settings(ClusterFixture of) {
    Map<InstanceId, LaunchSource> before = new HashMap<>();
    of.actors.keySet().forEach(instance -> before.put(instance, BEFORE));
    return new GroupSettings(Optional.of(3), Optional.of(List.of(HOOK))).launching(NOW, before);
  }

  private void waits(String why) {
    assertThat(fixture.plan().decision()).isNotInstanceOf(ReplaceNode.class);
    assertThat(fixture.shown(Condition.Type.NODES_OUTDATED).orElseThrow()).contains(why);
  }

  /** Its group terminates it, its hook holds it, and was extended just now. */
  private void held() {
    fixture.status = fixture.plan().status();
    fixture.heldTermination("i-2");
    group();
    Plan extended = fixture.plan();
    assertThat(extended.decision()).isInstanceOf(ExtendHook.class);
    fixture.status =
        ((ExtendHook) extended.decision())
            .effect()
            .orElseThrow()
            .answered(extended.status(), Optional.empty());
  }

  @Test
  @Guards({"REPLACE_OUTDATED_NODE", "LEAVE_BEFORE_TERMINATION"})
  void theSuccessorJoinsBeforeTheMemberLeaves() {
    held();
    assertThat(command()).as("three serve, and the old one stays").isEmpty();
    assertThat(fixture.shown(Condition.Type.TERMINATION_HELD).orElseThrow())
        .contains("only 2 healthy voters would stay, and 3 are needed");

    fixture.launch("i-4").report = leaving();
    made.put(new InstanceId("i-4"), NOW);
    group();
    assertThat(command()).containsInstanceOf(JoinCluster.class);

    NodeFixture successor = fixture.node("i-4");
    successor.joined(fixture.lineage.bootstrap().orElseThrow(), ClusterFixture.memberOf(successor));
    fixture.listed.add(ClusterFixture.entry(successor, false));
    assertThat(command())
        .get()
        .isInstanceOfSatisfying(
            LeaveCluster.class,
            leave -> assertThat(leave.header().executor()).isEqualTo(new InstanceId("i-2")));
  }

  @Test
  @Guards("REPLACE_OUTDATED_NODE")
  void nobodyFollowsBeforeItsInstanceIsGone() {
    held();
    assertThat(replaced()).isEmpty();
    fixture.left("i-2");
    fixture.launch("i-4").report = leaving();
    made.put(new InstanceId("i-4"), NOW);
    NodeFixture successor = fixture.node("i-4");
    successor.joined(fixture.lineage.bootstrap().orElseThrow(), ClusterFixture.memberOf(successor));
    fixture.listed.add(ClusterFixture.entry(successor, false));
    group();
    assertThat(replaced()).isEmpty();
    fixture.waits.clear();
    fixture.terminate("i-2");
    group();
    assertThat(fixture.plan().status().group().replacing())
        .hasValueSatisfying(next -> assertThat(next.instance()).isEqualTo(new InstanceId("i-3")));
  }

  /** The call was lost: the group shows it in service as before. */
  @Test
  @Guards("REPLACE_OUTDATED_NODE")
  void theGroupIsAskedAgainAfterAPauseAlsoWhilePaused() {
    fixture.status = fixture.plan().status();
    assertThat(replaced()).isEmpty();
    fixture.after(Duration.ofMinutes(1));
    assertThat(replaced()).contains(new InstanceId("i-2"));
    fixture.records = fixture.records.pausedBy(List.of(new Pause(fixture.now, "alice", "repair")));
    assertThat(replaced()).contains(new InstanceId("i-2"));
  }

  @Test
  @Guards("PAUSED")
  void whilePausedNoneBegins() {
    fixture.records = fixture.records.pausedBy(List.of(new Pause(fixture.now, "alice", "repair")));
    assertThat(replaced()).isEmpty();
    assertThat(fixture.shown(Condition.Type.PAUSED).orElseThrow())
        .contains("REPLACE_OUTDATED_NODE");
  }

  @Test
  @Guards("NODES_OUTDATED")
  void aVersionThatIsNoNumberIsNotCompared() {
    fixture.groupInstead =
        Optional.of(
            ((GroupView.Observed) fixture.view().group())
                .with(
                    new GroupSettings(Optional.of(3), Optional.of(hooks))
                        .launching(new LaunchSource("lt-1", "$Latest"), made)));
    assertThat(fixture.shown(Condition.Type.NODES_OUTDATED)).isEmpty();
    replace("onRequest");
    ask(Map.of());
    assertThat(fixture.plan().decision())
        .isInstanceOfSatisfying(
            AnswerRequest.class,
            answer ->
                assertThat(answer.request().after().state()).isEqualTo(Request.State.REFUSED));
  }

  private Optional<Object> command() {
    Decision decision = fixture.plan().decision();
    return decision instanceof StartCommand start ? Optional.of(start.command()) : Optional.empty();
  }

  /** A node without its data is replaced as one that is dead, whatever made it. */
  @Test
  void aDeadMemberComesFirst() {
    fixture.data("i-3", DataState.LOST);
    assertThat(command()).isPresent();
  }
}
