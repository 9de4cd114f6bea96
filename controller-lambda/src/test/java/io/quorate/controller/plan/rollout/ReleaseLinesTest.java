package io.quorate.controller.plan.rollout;

import static io.quorate.controller.plan.rollout.RollOutFixture.runs;
import static io.quorate.controller.plan.rollout.RollOutFixture.told;
import static io.quorate.controller.plan.rollout.RollOutFixture.version;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.CommandKind;
import io.quorate.command.JoinCluster;
import io.quorate.command.PrepareRelease;
import io.quorate.command.RestartMember;
import io.quorate.controller.decision.AnswerRequest;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.NodeFixture;
import io.quorate.controller.view.ClusterRecords;
import io.quorate.guards.Guards;
import io.quorate.model.InstanceId;
import io.quorate.release.ReleaseArchive;
import io.quorate.release.StorageVersion;
import io.quorate.release.TargetRelease;
import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import io.quorate.spec.EtcdVersion;
import io.quorate.spec.SpecReader;
import io.quorate.state.Condition;
import io.quorate.state.DataState;
import io.quorate.state.NodeReport;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Between two release lines of etcd: what may follow what, and what a node joins with. */
class ReleaseLinesTest {
  private static final EtcdVersion OLD = version("3.5.30");
  private static final EtcdVersion NEW = version("3.6.14");
  private static final List<ReleaseArchive> STORED =
      List.of(new ReleaseArchive("linux-amd64", "0a".repeat(32), 7));

  /**
   * Voters led by i-1 that run a release, of a spec that asks for another, which every node has.
   */
  private static ClusterFixture asked(
      int voters, EtcdVersion running, EtcdVersion target, List<ReleaseArchive> archives) {
    return asked(voters, running, target, new TargetRelease.Former(running, archives));
  }

  private static ClusterFixture asked(
      int voters, EtcdVersion running, EtcdVersion target, TargetRelease.Former former) {
    ClusterFixture fixture = ClusterFixture.healthy(voters);
    fixture.spec =
        SpecReader.read("name: demo\netcd: {version: " + target + "}\nsnapshots: {interval: off}\n")
            .orThrow();
    fixture.records = fixture.records.with(new TargetRelease(target, STORED, Optional.of(former)));
    fixture.actors.values().forEach(node -> runs(fixture, node, running, Set.of(target)));
    return fixture;
  }

  /** On the way back from 3.6: two of three voters are left, and a node that has 3.5 alone. */
  private static ClusterFixture wayBack(List<ReleaseArchive> archives) {
    return wayBack(new TargetRelease.Former(NEW, archives));
  }

  private static ClusterFixture wayBack(TargetRelease.Former former) {
    ClusterFixture fixture = asked(2, NEW, OLD, former);
    fixture.desired = 3;
    fixture.actors.values().forEach(node -> node.storage = files("3.6.0"));
    fixture.launch("i-3");
    runs(fixture, fixture.node("i-3"), OLD, Set.of());
    return fixture;
  }

  private static Optional<StorageVersion> files(String version) {
    return Optional.of(new StorageVersion(version(version), Optional.empty()));
  }

  @Test
  void changesToTheNextLineAndBack() {
    assertThat(told(asked(3, OLD, NEW, List.of())))
        .get()
        .isInstanceOfSatisfying(
            RestartMember.class, restart -> assertThat(restart.release()).contains(NEW));
    assertThat(told(asked(3, NEW, OLD, STORED)))
        .get()
        .isInstanceOfSatisfying(
            RestartMember.class, restart -> assertThat(restart.release()).contains(OLD));
  }

  @Test
  void nobodyChangesWhereTheLineDoesNotFollowAndThatIsNamed() {
    ClusterFixture fixture = asked(3, version("3.5.16"), NEW, List.of());
    assertThat(told(fixture)).isEmpty();
    assertThat(fixture.shown(Condition.Type.UPGRADE_BLOCKED).orElseThrow())
        .contains("3.5.16", "3.6.14", "run 3.5.26 or later first");
  }

  @Test
  void anAgentOfBeforeIsNotToldAndNamed() {
    ClusterFixture fixture = asked(3, OLD, NEW, List.of());
    fixture.node("i-3").report =
        NodeReport.NOTHING.knowing(
            Set.of(CommandKind.RESTART_MEMBER.name(), CommandKind.PREPARE_RELEASE.name()));
    assertThat(told(fixture)).isEmpty();
    assertThat(fixture.shown(Condition.Type.UPGRADE_BLOCKED).orElseThrow())
        .contains("the agent on i-3 cannot take its etcd to another release line");
  }

  @Test
  void aNodeThatJoinsBetweenTwoLinesTakesTheOlder() {
    ClusterFixture fixture = asked(3, OLD, NEW, List.of());
    fixture.desired = 4;
    fixture.launch("i-4");
    runs(fixture, fixture.node("i-4"), OLD, Set.of(NEW));
    for (String upgraded : List.of("i-2", "i-3")) {
      fixture.node(upgraded).version = NEW.toString();
    }
    assertThat(told(fixture))
        .get()
        .isInstanceOfSatisfying(
            JoinCluster.class, join -> assertThat(join.release()).contains(OLD));
  }

  @Test
  void onTheWayBackANodeGetsTheReleaseThatReadsTheFilesBeforeItJoins() {
    ClusterFixture fixture = wayBack(STORED);
    assertThat(told(fixture))
        .get()
        .isInstanceOfSatisfying(
            PrepareRelease.class,
            prepare -> {
              assertThat(prepare.header().executor()).isEqualTo(new InstanceId("i-3"));
              assertThat(prepare.release()).isEqualTo(NEW);
            });
    runs(fixture, fixture.node("i-3"), OLD, Set.of(NEW));
    assertThat(told(fixture))
        .get()
        .isInstanceOfSatisfying(
            JoinCluster.class, join -> assertThat(join.release()).contains(NEW));
  }

  /** Its disk is new, and what was prepared on it is gone. */
  @Test
  void aMemberThatLostItsDataGetsThatReleaseToo() {
    ClusterFixture fixture = asked(3, NEW, OLD, STORED);
    fixture.actors.values().forEach(node -> node.storage = files("3.6.0"));
    NodeFixture lost = fixture.node("i-3");
    runs(fixture, lost, OLD, Set.of());
    lost.data = DataState.LOST;
    lost.answering = false;
    assertThat(told(fixture))
        .get()
        .isInstanceOfSatisfying(
            PrepareRelease.class, prepare -> assertThat(prepare.release()).isEqualTo(NEW));
    runs(fixture, lost, OLD, Set.of(NEW));
    assertThat(told(fixture))
        .get()
        .isInstanceOfSatisfying(
            JoinCluster.class, join -> assertThat(join.release()).contains(NEW));
  }

  /** As where the spec asked for two of the older line, one after the other. */
  @Test
  void aReleaseOfBeforeThatDoesNotReadTheFilesEitherIsNotPrepared() {
    ClusterFixture fixture = wayBack(new TargetRelease.Former(version("3.5.26"), STORED));
    assertThat(told(fixture)).isEmpty();
    assertThat(fixture.shown(Condition.Type.UPGRADE_BLOCKED).orElseThrow())
        .contains("i-3 would start 3.5.30", "quorate release add");
  }

  @Test
  void onceTheFilesAreThoseOfTheOlderLineItJoinsWithThat() {
    ClusterFixture fixture = wayBack(List.of());
    fixture.actors.values().forEach(node -> node.storage = files("3.5.0"));
    assertThat(told(fixture)).get().isInstanceOf(JoinCluster.class);
  }

  @Test
  void whatCannotJoinIsNamedWhereTheReleaseIsNotStored() {
    ClusterFixture fixture = wayBack(List.of());
    assertThat(told(fixture)).isEmpty();
    assertThat(fixture.plan().decision().reason().code()).isEqualTo("JOIN_WAITS_FOR_RELEASE");
    assertThat(fixture.shown(Condition.Type.UPGRADE_BLOCKED).orElseThrow())
        .contains("by etcd 3.6", "i-3 would start 3.5.30", "quorate release add");
  }

  private static void requests(ClusterFixture fixture, List<Request> requests) {
    ClusterRecords before = fixture.records;
    fixture.records =
        new ClusterRecords(before.taskSlots(), requests, before.snapshots(), before.bucket())
            .with(before.release().target().orElseThrow());
  }

  private static void asks(ClusterFixture fixture) {
    requests(
        fixture,
        List.of(Request.open("r-1", RequestKind.APPROVE_UPGRADE, Map.of(), "alice", fixture.now)));
  }

  private static ClusterFixture approving() {
    ClusterFixture fixture = asked(3, OLD, NEW, List.of());
    fixture.spec =
        SpecReader.read(
                """
                name: demo
                etcd: {version: 3.6.14}
                snapshots: {interval: off}
                upgrade: {soak: off, finalize: approve}
                """)
            .orThrow();
    return fixture;
  }

  @Test
  @Guards({"UPGRADE_NEEDS_APPROVAL", "APPROVE_UPGRADE"})
  void thePersonIsAskedBeforeTheMemberThatLeavesOneOfTheOlderLine() {
    ClusterFixture fixture = approving();
    assertThat(fixture.shown(Condition.Type.UPGRADE_NEEDS_APPROVAL)).isEmpty();
    assertThat(told(fixture)).get().isInstanceOf(RestartMember.class);
    fixture.node("i-2").version = NEW.toString();
    assertThat(told(fixture)).isEmpty();
    assertThat(fixture.shown(Condition.Type.UPGRADE_NEEDS_APPROVAL).orElseThrow())
        .contains("i-1, i-3", "quorate upgrade approve demo");

    asks(fixture);
    assertThat(fixture.plan().decision())
        .isInstanceOfSatisfying(
            AnswerRequest.class,
            answer -> assertThat(answer.reason().code()).isEqualTo("UPGRADE_APPROVED"));
    fixture.status = fixture.plan().status();
    requests(fixture, List.of());
    assertThat(fixture.shown(Condition.Type.UPGRADE_NEEDS_APPROVAL)).isEmpty();
    assertThat(told(fixture)).get().isInstanceOf(RestartMember.class);
  }

  @Test
  void anApprovalIsOfOneReleaseAndNothingElse() {
    ClusterFixture fixture = approving();
    fixture.status = fixture.status.withApprovedRelease(EtcdVersion.parse("3.6.15"));
    fixture.node("i-2").version = NEW.toString();
    assertThat(fixture.plan().status().approvedRelease()).isEmpty();
    assertThat(told(fixture)).isEmpty();
  }

  /** As within a line, and on the way back. */
  @Test
  void whereTheClustersVersionDoesNotRiseNobodyIsAsked() {
    ClusterFixture fixture = approving();
    fixture.actors.values().forEach(node -> node.version = "3.6.10");
    asks(fixture);
    assertThat(fixture.plan().decision())
        .isInstanceOfSatisfying(
            AnswerRequest.class,
            answer ->
                assertThat(answer.reason().message())
                    .contains("no change to a newer release line"));
    assertThat(fixture.shown(Condition.Type.UPGRADE_NEEDS_APPROVAL)).isEmpty();
  }
}
