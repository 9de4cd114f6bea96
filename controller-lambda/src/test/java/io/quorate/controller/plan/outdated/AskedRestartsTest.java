package io.quorate.controller.plan.outdated;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.CommandKind;
import io.quorate.command.RestartMember;
import io.quorate.controller.decision.AnswerRequest;
import io.quorate.controller.decision.StartCommand;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.view.ClusterRecords;
import io.quorate.guards.Guards;
import io.quorate.model.MemberId;
import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import io.quorate.spec.StartSettings;
import io.quorate.state.EtcdRuns;
import io.quorate.state.NodeReport;
import io.quorate.state.RollOutHalt;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** An operator has etcd restarted on one voter, or on all of them one after the other. */
@Guards("RESTART_OUTDATED_MEMBER")
class AskedRestartsTest {
  private static final NodeReport KNOWS =
      NodeReport.NOTHING.knowing(
          Set.of(CommandKind.RESTART_MEMBER.name(), RestartMember.ANEW_ABILITY));

  private ClusterFixture fixture = running(3);

  /** Voters led by i-1, each with the settings of the spec, whose etcds were started five times. */
  private static ClusterFixture running(int voters) {
    ClusterFixture fixture = ClusterFixture.healthy(voters);
    fixture.actors.values().forEach(node -> node.report = KNOWS);
    fixture.actors.keySet().forEach(instance -> started(fixture, instance.value(), 5));
    return fixture;
  }

  private static void started(ClusterFixture fixture, String instance, long times) {
    fixture.node(instance).runs =
        new EtcdRuns(
            Optional.empty(), times, Optional.empty(), Optional.of(StartSettings.of(fixture.spec)));
  }

  private void asked(Request request) {
    fixture.records =
        new ClusterRecords(
            fixture.records.taskSlots(),
            List.of(request),
            fixture.records.snapshots(),
            fixture.records.bucket());
  }

  private AskedRestartsTest ask(Map<String, String> arguments) {
    asked(Request.open("r-1", RequestKind.RESTART_MEMBERS, arguments, "alice", fixture.now));
    return this;
  }

  /** The request as this turn answers it, which counts from then on. */
  private Request answered() {
    Request after = ((AnswerRequest) fixture.plan().decision()).request().after();
    asked(after);
    return after;
  }

  private Optional<RestartMember> told() {
    return fixture.plan().decision() instanceof StartCommand issued
            && issued.command() instanceof RestartMember restart
        ? Optional.of(restart)
        : Optional.empty();
  }

  @Test
  void allVotersRestartOneAfterTheOtherTheLeaderLast() {
    ask(Map.of());

    assertThat(answered().state()).isEqualTo(Request.State.TAKEN_UP);
    for (String next : List.of("i-2", "i-3", "i-1")) {
      RestartMember restart = told().orElseThrow();
      assertThat(restart.header().executor().value()).isEqualTo(next);
      assertThat(restart.startsBefore()).isEqualTo(5);
      assertThat(fixture.plan().decision().reason().code()).isEqualTo("RESTART_ASKED");
      started(fixture, next, 6);
    }
    assertThat(answered().state()).isEqualTo(Request.State.DONE);
    assertThat(told()).isEmpty();
  }

  @Test
  void onlyTheOneThatIsNamedRestarts() {
    ask(Map.of("instance", "i-1"));

    answered();
    assertThat(told().orElseThrow().header().executor().value()).isEqualTo("i-1");
    started(fixture, "i-1", 6);
    assertThat(answered().detail()).isEqualTo("restarted: i-1");
  }

  /** Whoever was killed, or changed its settings, has restarted. */
  @Test
  void aVoterThatRestartedForAnotherReasonIsDone() {
    ask(Map.of("instance", "i-2"));
    answered();
    started(fixture, "i-2", 7);

    assertThat(answered().state()).isEqualTo(Request.State.DONE);
  }

  /** Its node joined anew: another member, whose etcd was never started before. */
  @Test
  void aVoterThatLeftIsDoneThoughItsNodeHoldsAnother() {
    ask(Map.of("instance", "i-2"));
    Request takenUp = answered();
    assertThat(told()).isPresent();
    asked(takenUp.in(Request.State.TAKEN_UP, "", Map.of("i-2", new MemberId(0xabc) + "/5")));

    assertThat(told()).isEmpty();
    assertThat(answered().state()).isEqualTo(Request.State.DONE);
  }

  /** Whoever may write requests may write them by hand. */
  @Test
  void whatNobodyCouldHaveKeptRestartsNobody() {
    Request open = Request.open("r-1", RequestKind.RESTART_MEMBERS, Map.of(), "alice", fixture.now);
    for (String wrong : List.of("five", "5", "abc/", "abc/-1", "abc/99999999999999999999")) {
      asked(open.in(Request.State.TAKEN_UP, "", Map.of("i-2", wrong)));

      assertThat(answered().state()).as(wrong).isEqualTo(Request.State.DONE);
    }
  }

  /** etcd would start with an alarm, and refuse all writes. */
  @Test
  void nobodyRestartsWhileADatabaseHasReachedTheQuota() {
    ask(Map.of());
    answered();
    fixture.node("i-3").dbBytes = 8L << 30;

    assertThat(told()).isEmpty();
  }

  @Test
  void nobodyRestartsWhileAnotherVoterDoesNotServe() {
    ask(Map.of());
    answered();
    fixture.silence("i-3");

    assertThat(told()).isEmpty();
  }

  @Test
  void itFailsOnceAMemberDidNotComeBack() {
    ask(Map.of());
    answered();
    fixture.status =
        fixture.status.withRollOutHalt(
            Optional.of(
                new RollOutHalt(
                    fixture.node("i-2").instance,
                    StartSettings.of(fixture.spec),
                    "CONFIRM: no answer",
                    fixture.now)));

    Request failed = answered();
    assertThat(failed.state()).isEqualTo(Request.State.FAILED);
    assertThat(failed.detail()).contains("CONFIRM: no answer");
  }

  @Test
  void itIsRefusedWhereNoneMayStop() {
    fixture = running(2);
    ask(Map.of());

    assertThat(answered().detail()).contains("of 2 voters none may stop");
  }

  @Test
  void itIsRefusedForWhoHoldsNoVoter() {
    ask(Map.of("instance", "i-9"));

    assertThat(answered().detail()).contains("i-9 holds no voter", "i-1, i-2, i-3");
  }

  /** It would say that it has the settings, and change nothing. */
  @Test
  void itIsRefusedForAnAgentThatDoesNotKnowHow() {
    fixture.node("i-3").report =
        NodeReport.NOTHING.knowing(Set.of(CommandKind.RESTART_MEMBER.name()));
    ask(Map.of());

    Request refused = answered();
    assertThat(refused.state()).isEqualTo(Request.State.REFUSED);
    assertThat(refused.detail()).contains("i-3", "upgrade it");
  }
}
