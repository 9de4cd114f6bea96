package io.quorate.controller.plan.membership;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.CommandKind;
import io.quorate.command.Outcome;
import io.quorate.command.SetPeerUrl;
import io.quorate.controller.decision.NoOp;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.StartCommand;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.NodeFixture;
import io.quorate.guards.Guards;
import io.quorate.model.InstanceId;
import io.quorate.state.Condition;
import io.quorate.state.MemberEntry;
import io.quorate.state.NodeReport;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A voter's peer URL that somebody changed by hand is named, and set back by its node's word. */
class RestorePeerUrlTest {
  private static final String ELSEWHERE = "http://10.9.9.9:2380";

  private final ClusterFixture fixture = ClusterFixture.healthy(3);

  RestorePeerUrlTest() {
    fixture.actors.values().forEach(RestorePeerUrlTest::knows);
    listed("i-2", ELSEWHERE);
  }

  private static void knows(NodeFixture node) {
    node.report = NodeReport.NOTHING.knowing(Set.of(CommandKind.SET_PEER_URL.name()));
  }

  private void listed(String instance, String peerUrl) {
    fixture.listed.replaceAll(
        entry ->
            entry.name().equals(instance)
                ? new MemberEntry(entry.id(), instance, List.of(peerUrl), entry.learner())
                : entry);
  }

  private static Optional<String> told(Plan plan) {
    return plan.status().conditions().stream()
        .filter(condition -> condition.type() == Condition.Type.PEER_URL_DIFFERS)
        .map(Condition::message)
        .findFirst();
  }

  private static SetPeerUrl set(Plan plan) {
    return (SetPeerUrl) ((StartCommand) plan.decision()).command();
  }

  private Plan rests(String because) {
    Plan plan = fixture.plan();
    assertThat(plan.decision()).isInstanceOf(NoOp.class);
    assertThat(told(plan).orElseThrow())
        .contains(because)
        .contains("etcdctl member update " + fixture.member("i-2"))
        .contains("--peer-urls=" + fixture.node("i-2").endpoints().peerUrl());
    return plan;
  }

  @Test
  @Guards({"SET_PEER_URL", "PEER_URL_DIFFERS"})
  void theLeaderSetsItBackToWhereItsNodeListens() {
    Plan plan = fixture.plan();

    SetPeerUrl set = set(plan);
    assertThat(set.target()).isEqualTo(fixture.member("i-2"));
    assertThat(set.peerUrl()).isEqualTo(fixture.node("i-2").endpoints().peerUrl());
    assertThat(set.header().executor()).isEqualTo(new InstanceId("i-1"));
    assertThat(plan.heartbeatEvidence()).containsKey(new InstanceId("i-2"));
    assertThat(told(plan).orElseThrow()).contains(ELSEWHERE).contains("Quorate sets it back");
  }

  @Test
  @Guards("SET_PEER_URL")
  void setsItBackBeforeADeadMemberIsReplaced() {
    fixture.terminate("i-3");

    assertThat(set(fixture.plan()).target()).isEqualTo(fixture.member("i-2"));
  }

  @Test
  void restsWhileItIsUnderWayAndIsOverWhenItIsSet() {
    fixture.open(CommandKind.SET_PEER_URL, "i-1");
    assertThat(fixture.plan().decision()).isInstanceOf(NoOp.class);

    listed("i-2", fixture.node("i-2").endpoints().peerUrl());
    fixture.answer("i-1", Outcome.Result.DONE);
    fixture.status = fixture.plan().status();
    assertThat(fixture.status.operation()).isEmpty();
    assertThat(told(fixture.plan())).isEmpty();
  }

  @Test
  void leavesItWhileTheNodeDoesNotReport() {
    fixture.silence("i-2");

    rests("its node does not report");
  }

  @Test
  void leavesItWithoutAProvenQuorum() {
    fixture.silence("i-3").silence("i-1");

    rests("no quorum proves a member list");
  }

  @Test
  void leavesItWhileAnotherMemberIsListedThere() {
    listed("i-3", fixture.node("i-2").endpoints().peerUrl());
    listed("i-2", fixture.node("i-3").endpoints().peerUrl());

    rests("member " + fixture.member("i-3") + " is listed there");
  }

  @Test
  void anotherVoterSetsItBackWhenTheLeadersAgentDoesNotKnowTheCommand() {
    fixture.node("i-1").report = NodeReport.NOTHING;
    assertThat(set(fixture.plan()).header().executor()).isEqualTo(new InstanceId("i-2"));

    fixture.actors.values().forEach(node -> node.report = NodeReport.NOTHING);
    rests("no agent of a voter that serves knows the command");
  }

  @Test
  void neverByTheWordOfAnotherInstanceThatHasACopyOfTheMembersDisk() {
    listed("i-2", fixture.node("i-2").endpoints().peerUrl());
    NodeFixture copy = fixture.launch("i-0");
    knows(copy);
    copy.joined(fixture.lineage.bootstrap().orElseThrow(), fixture.member("i-2"));

    Plan plan = fixture.plan();
    assertThat(told(plan)).isEmpty();
    assertThat(
            plan.decision() instanceof StartCommand start && start.command() instanceof SetPeerUrl)
        .isFalse();
  }

  @Test
  void neverALearners() {
    listed("i-2", fixture.node("i-2").endpoints().peerUrl());
    fixture.listed.replaceAll(
        entry ->
            entry.name().equals("i-3")
                ? new MemberEntry(entry.id(), "i-3", List.of(ELSEWHERE), true)
                : entry);

    assertThat(told(fixture.plan())).isEmpty();
  }
}
