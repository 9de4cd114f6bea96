package io.quorate.controller.plan.space;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.CommandHeader;
import io.quorate.command.CommandKind;
import io.quorate.command.CommandSlot;
import io.quorate.command.DefragmentMember;
import io.quorate.command.Outcome.Result;
import io.quorate.controller.decision.AnswerRequest;
import io.quorate.controller.decision.CloseCommand;
import io.quorate.controller.decision.Decision;
import io.quorate.controller.decision.StartCommand;
import io.quorate.controller.decision.TerminateInstance;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.NodeFixture;
import io.quorate.controller.fixture.SnapshotFixture;
import io.quorate.controller.plan.ClusterStates;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.instances.HungNodeEvidence;
import io.quorate.controller.view.ClusterRecords;
import io.quorate.model.FencingToken;
import io.quorate.model.InstanceId;
import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import io.quorate.state.OpenCommand;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Defragmentations that an operator asked for, from request to answer. */
class DefragmentPolicyTest {
  private static final Map<String, Object> SMALLER = Map.of("sizeBytes", 2_048L);

  private static SnapshotFixture asked(int voters, String... arguments) {
    return SnapshotFixture.of(voters)
        .spec("interval: off")
        .request(SnapshotFixture.asks(RequestKind.DEFRAGMENT, arguments));
  }

  private static Optional<String> told(SnapshotFixture fixture) {
    return fixture.cluster.plan().decision() instanceof StartCommand start
            && start.command() instanceof DefragmentMember defragment
        ? Optional.of(defragment.header().executor().value())
        : Optional.empty();
  }

  /** The next one is told and answers so; the closing decision. */
  private static CloseCommand ended(SnapshotFixture fixture, Result result) {
    var start = fixture.cluster.plan();
    take(fixture, ((StartCommand) start.decision()).request().orElseThrow().after());
    fixture.cluster.status = start.status();
    String executor = fixture.cluster.status.tasks().open().orElseThrow().executor().value();
    fixture.answers(executor, result, SMALLER, "smaller");
    var close = fixture.cluster.plan();
    CloseCommand decision = (CloseCommand) close.decision();
    fixture.cluster.status = close.status();
    take(fixture, decision.request().orElseThrow().after());
    return decision;
  }

  private static void take(SnapshotFixture fixture, Request request) {
    fixture.request(request);
  }

  @Test
  void defragmentsOneAfterTheOtherAndTheLeaderLast() {
    SnapshotFixture fixture = asked(3);

    assertThat(told(fixture)).contains("i-2");
    assertThat(ended(fixture, Result.DONE).request().orElseThrow().after().state())
        .isEqualTo(Request.State.OPEN);
    assertThat(told(fixture)).contains("i-3");
    ended(fixture, Result.DONE);
    assertThat(told(fixture)).contains("i-1");
    Request answer = ended(fixture, Result.DONE).request().orElseThrow().after();

    assertThat(answer.state()).isEqualTo(Request.State.DONE);
    assertThat(answer.result()).containsEntry("done", "i-1,i-2,i-3");
    assertThat(fixture.cluster.status.tasks().space().defragmented())
        .hasSize(3)
        .allSatisfy((instance, how) -> assertThat(how.sizeBytes()).isEqualTo(2_048));
  }

  @Test
  void defragmentsOnlyTheMemberThatIsNamed() {
    SnapshotFixture fixture = asked(3, "member", "i-3");

    assertThat(told(fixture)).contains("i-3");
    assertThat(ended(fixture, Result.DONE).request().orElseThrow().after().state())
        .isEqualTo(Request.State.DONE);
  }

  @Test
  void stopsAtTheFirstFailure() {
    assertThat(ended(asked(3), Result.FAILED).request().orElseThrow().after().state())
        .isEqualTo(Request.State.FAILED);
  }

  @Test
  void tellsNobodyBesideAnOpenMembershipCommand() {
    SnapshotFixture fixture = asked(3);
    fixture.cluster.open(CommandKind.REMOVE_MEMBER, "i-3");

    assertThat(told(fixture)).isEmpty();
  }

  @Test
  void tellsNobodyWhileAVoterDoesNotServe() {
    SnapshotFixture fixture = asked(5);
    fixture.cluster.silence("i-5");
    assertThat(told(fixture)).isEmpty();

    SnapshotFixture missed = asked(5);
    missed.cluster.inactive("i-5", Duration.ofSeconds(1));
    assertThat(told(missed)).isEmpty();
  }

  @Test
  void tellsNobodyBesideALearner() {
    SnapshotFixture fixture = asked(3);
    NodeFixture joins = fixture.cluster.launch("i-4");
    fixture.cluster.listed.add(ClusterFixture.entry(joins, true));

    assertThat(told(fixture)).isEmpty();
  }

  @Test
  void refusesWhatCanNeverBeDone() {
    assertThat(refused(asked(1))).contains("of 1 voters the others are no quorum");
    assertThat(refused(asked(2))).contains("of 2 voters the others are no quorum");
    assertThat(refused(asked(3, "member", "i-9"))).contains("i-9 holds no voter", "i-1, i-2, i-3");
    SnapshotFixture old = asked(3);
    old.cluster.node("i-3").version = "3.5.16";
    assertThat(refused(old)).contains("i-3: etcd 3.5.16 may corrupt its database");
  }

  private static String refused(SnapshotFixture fixture) {
    AnswerRequest answer = (AnswerRequest) fixture.cluster.plan().decision();
    assertThat(answer.request().after().state()).isEqualTo(Request.State.REFUSED);
    return answer.request().after().detail();
  }

  @Test
  void givesTimeByTheSizeOfTheDatabase() {
    SnapshotFixture fixture = asked(3);
    fixture.cluster.node("i-1").dbBytes = 2L << 30;
    StartCommand start = (StartCommand) fixture.cluster.plan().decision();

    assertThat(start.command().deadline()).isGreaterThan(Duration.ofMinutes(7));
  }

  @Test
  void countsAMemberThatIsDefragmentedAsNotAnswering() {
    SnapshotFixture fixture = open(asked(3), "i-2");
    fixture.cluster.terminate("i-3");

    assertThat(ClusterStates.of(fixture.cluster.view()).quorum().answeringVoters()).hasSize(1);
    assertThat(changesMembership(fixture.cluster.plan().decision())).isFalse();
    fixture.answers("i-2", Result.DONE, SMALLER, "smaller");
    fixture.cluster.status = fixture.cluster.plan().status();
  }

  private static boolean changesMembership(Decision decision) {
    return decision instanceof StartCommand || decision instanceof TerminateInstance;
  }

  @Test
  void countsOneThatWasClosedWithoutAnAnswerForAsLongAgain() {
    SnapshotFixture fixture = open(asked(3), "i-2");
    fixture.cluster.status = fixture.cluster.status.closing("task-1");
    slot(fixture, "i-2", CommandSlot.State.CLOSED);

    assertThat(ClusterStates.of(fixture.cluster.view()).quorum().answeringVoters()).hasSize(2);
    fixture.cluster.after(Duration.ofHours(1));
    assertThat(ClusterStates.of(fixture.cluster.view()).quorum().answeringVoters()).hasSize(3);
  }

  @Test
  void nobodyCallsAMemberHungBeforeItsDeadline() {
    SnapshotFixture fixture = open(asked(3), "i-2");
    fixture.cluster.silence("i-2").inactive("i-2", Duration.ofHours(1));

    assertThat(evidence(fixture)).hasValueSatisfying(why -> assertThat(why).contains("DEFRAGMENT"));
    fixture.cluster.after(Duration.ofHours(2));
    assertThat(evidence(fixture)).isEmpty();
  }

  private static Optional<String> evidence(SnapshotFixture fixture) {
    ClusterState clusterState = ClusterStates.of(fixture.cluster.view());
    return HungNodeEvidence.missing(
        clusterState, clusterState.node(new InstanceId("i-2")).orElseThrow());
  }

  /** Its defragmentation was told, and is open for an hour. */
  private static SnapshotFixture open(SnapshotFixture fixture, String executor) {
    ClusterFixture cluster = fixture.cluster;
    cluster.status =
        cluster.status.opening(
            new OpenCommand(
                "task-1",
                CommandKind.DEFRAGMENT,
                new InstanceId(executor),
                executor,
                Optional.of("request-1"),
                cluster.now,
                cluster.now.plus(Duration.ofHours(1)),
                false));
    slot(fixture, executor, CommandSlot.State.OPEN);
    return fixture;
  }

  private static void slot(SnapshotFixture fixture, String executor, CommandSlot.State state) {
    ClusterFixture cluster = fixture.cluster;
    CommandHeader header =
        new CommandHeader(
            "task-1",
            new InstanceId(executor),
            cluster.lineage.uid(),
            cluster.lineage.generation(),
            new FencingToken(cluster.token),
            cluster.now);
    DefragmentMember task = new DefragmentMember(header, Duration.ofHours(1));
    Map<InstanceId, CommandSlot> slots = new HashMap<>(cluster.records.taskSlots());
    slots.put(new InstanceId(executor), new CommandSlot(task, state, Optional.of(cluster.now)));
    cluster.records =
        new ClusterRecords(slots, cluster.records.requests(), List.of(), cluster.records.bucket());
  }
}
