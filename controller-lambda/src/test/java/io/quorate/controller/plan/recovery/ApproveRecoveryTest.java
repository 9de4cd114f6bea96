package io.quorate.controller.plan.recovery;

import static io.quorate.controller.fixture.RecoveryFixture.GOOD;
import static io.quorate.controller.fixture.RecoveryFixture.NEWER;
import static io.quorate.controller.fixture.RecoveryFixture.OLDER;
import static io.quorate.controller.fixture.RecoveryFixture.advance;
import static io.quorate.controller.fixture.RecoveryFixture.commit;
import static io.quorate.controller.fixture.RecoveryFixture.recovery;
import static io.quorate.controller.fixture.RecoveryFixture.trialEnds;
import static io.quorate.controller.fixture.RecoveryFixture.waitsNaming;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.Outcome;
import io.quorate.controller.decision.AdvanceRecovery;
import io.quorate.controller.decision.AnswerRequest;
import io.quorate.controller.decision.CommitRecovery;
import io.quorate.controller.decision.Decision;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.TerminateAtEc2;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.NodeFixture;
import io.quorate.controller.fixture.RecoveryFixture;
import io.quorate.controller.plan.ClusterStates;
import io.quorate.controller.view.ClusterRecords;
import io.quorate.controller.view.InstanceState;
import io.quorate.guards.Guards;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.recovery.Approval;
import io.quorate.recovery.Recovery;
import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.spec.SpecReader;
import io.quorate.state.BucketUpkeep;
import io.quorate.state.BucketUse;
import io.quorate.state.DataHolding;
import io.quorate.state.DataState;
import io.quorate.state.Fenced;
import io.quorate.state.NodeReport;
import io.quorate.state.Termination;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** An operator approves a recovery by the hash of its plan (I1, I5, I7). */
@Guards({"APPROVE_RECOVERY", "RECOVERY_WAITS", "TerminateAtEc2"})
class ApproveRecoveryTest {
  private static final Set<String> ABLE = Set.of(Recovery.ABILITY, Recovery.FENCING_ABILITY);

  private static ClusterFixture approve(ClusterFixture fixture) {
    fixture.spec =
        SpecReader.read("name: demo\netcd: {version: 3.5}\nrecovery: {mode: approve}\n").orThrow();
    return fixture;
  }

  /** i-1 and i-2 as given; i-3 is left with its data; i-4 and i-5 wait. */
  private static ClusterFixture oneDiskLeft() {
    ClusterFixture fixture = RecoveryFixture.recorded();
    left(fixture.node("i-3"), Optional.empty());
    for (String instance : List.of("i-4", "i-5")) {
      RecoveryFixture.waiting(fixture.launch(instance), DataHolding.Cause.NEVER);
    }
    return fixture;
  }

  private static ClusterFixture twoTerminated() {
    ClusterFixture fixture = oneDiskLeft();
    List.of("i-1", "i-2").forEach(fixture::terminate);
    return fixture;
  }

  private static void left(NodeFixture node, Optional<Fenced> fenced) {
    node.stateVersion++;
    node.quorumProven = false;
    node.answering = false;
    node.report =
        new NodeReport(
            ABLE,
            Optional.of(
                new DataHolding(
                    fenced.isPresent() ? DataHolding.State.UNKNOWN : DataHolding.State.DATA,
                    Optional.empty(),
                    "disk-" + node.instance)),
            false,
            fenced,
            Optional.empty(),
            Optional.empty(),
            0,
            Optional.empty(),
            Optional.empty());
  }

  private static void fence(ClusterFixture fixture, String instance) {
    NodeFixture node = fixture.node(instance);
    node.data = DataState.SUPERSEDED;
    left(
        node,
        Optional.of(
            new Fenced(Generation.FIRST, recovery(fixture).id(), node.incarnationNonce(), 2, 60)));
  }

  private static RecoveryProposal proposal(ClusterFixture fixture, String... lost) {
    return RecoveryProposal.of(
        ClusterStates.of(fixture.view()),
        new RecoveryChoice(
            Arrays.stream(lost).map(InstanceId::new).collect(Collectors.toSet()),
            Optional.empty(),
            false));
  }

  /** What the controller never saw in the bucket is not in the plan. */
  @Test
  void aPlanSaysThatTheBucketWasNotListed() {
    ClusterFixture fixture = twoTerminated();
    assertThat(proposal(fixture).cautions()).isEmpty();
    BucketUpkeep failing =
        fixture.status.tasks().bucket().failed(BucketUse.LOOK, "AccessDenied", fixture.now);
    fixture.status = fixture.status.withTasks(fixture.status.tasks().withBucket(failing));
    assertThat(proposal(fixture).cautions()).singleElement().asString().contains("AccessDenied");
  }

  private static void asks(ClusterFixture fixture, Map<String, String> arguments) {
    requests(
        fixture,
        List.of(
            Request.open(
                "000001767323045678-a1",
                RequestKind.APPROVE_RECOVERY,
                arguments,
                "someone",
                fixture.now)));
  }

  private static void requests(ClusterFixture fixture, List<Request> requests) {
    ClusterRecords records = fixture.records;
    fixture.records =
        new ClusterRecords(
            records.taskSlots(),
            requests,
            records.snapshots(),
            records.bucket(),
            records.recovery());
  }

  /** Approves the plan as it is, and answers the request. */
  private static Recovery approved(ClusterFixture fixture, String... lost) {
    RecoveryProposal plan = proposal(fixture, lost);
    assertThat(plan.objections()).isEmpty();
    asks(fixture, Map.of("hash", plan.hash(), "acceptLost", String.join(",", lost)));
    Recovery next = advance(fixture);
    assertThat(next.approval()).map(Approval::hash).contains(plan.hash());
    requests(fixture, List.of());
    return next;
  }

  private static void refused(ClusterFixture fixture, String why) {
    Decision decision = fixture.plan().decision();
    assertThat(decision).isInstanceOf(AnswerRequest.class);
    assertThat(decision.reason().message()).contains(why);
  }

  private static void nothingBegins(ClusterFixture fixture) {
    assertThat(fixture.plan().decision())
        .isNotInstanceOfAny(AdvanceRecovery.class, CommitRecovery.class);
  }

  @Test
  void withoutAnApprovalEverythingLostWaitsWithTheVeryCommand() {
    ClusterFixture fixture = approve(RecoveryFixture.everythingLost());

    nothingBegins(fixture);
    waitsNaming(fixture, "quorate recover approve demo --hash " + proposal(fixture).hash());
  }

  @Test
  void approvedEverythingLostIsTriedAndCommittedAsApproved() {
    ClusterFixture fixture = approve(RecoveryFixture.everythingLost());

    assertThat(approved(fixture).state()).isEqualTo(Recovery.State.SUSPECTED);
    assertThat(advance(fixture).state()).isEqualTo(Recovery.State.TRIAL);
    assertThat(recovery(fixture).source().orElseThrow().snapshot()).isEqualTo(NEWER);
    trialEnds(fixture, Outcome.Result.DONE, "restored", GOOD);

    assertThat(commit(fixture).bootstrap().generation()).isEqualTo(new Generation(2));
  }

  @Test
  void anotherHashThanThePlansChangesNothing() {
    ClusterFixture fixture = approve(RecoveryFixture.everythingLost());
    asks(fixture, Map.of("hash", "0123456789ab"));

    refused(fixture, "the hash of this plan is not '0123456789ab'");
  }

  @Test
  void whileAQuorumServesThereIsNothingToApprove() {
    ClusterFixture fixture = approve(RecoveryFixture.recorded());
    asks(fixture, Map.of("hash", proposal(fixture).hash()));

    refused(fixture, "a quorum serves");
  }

  @Test
  void theDiskThatIsLeftIsFencedOnlyOnceApproved() {
    ClusterFixture fixture = approve(twoTerminated());
    nothingBegins(fixture);
    assertThat(proposal(fixture).ends())
        .containsEntry(new InstanceId("i-3"), Approval.End.FENCED)
        .containsEntry(new InstanceId("i-1"), Approval.End.GONE);
    assertThat(proposal(fixture).source()).as("the disks").isEmpty();

    approved(fixture);
    assertThat(advance(fixture).state()).isEqualTo(Recovery.State.FENCING);
    fence(fixture, "i-3");
    assertThat(advance(fixture).openSalvage()).isPresent();
  }

  @Test
  void aSilentHolderIsGivenUpByNameOnly() {
    ClusterFixture fixture = oneDiskLeft();
    fixture.silence("i-1").silence("i-2");

    assertThat(proposal(fixture).objections())
        .anySatisfy(why -> assertThat(why).contains("i-1", "--accept-lost i-1"))
        .anySatisfy(why -> assertThat(why).contains("i-2"));
    asks(fixture, Map.of("hash", proposal(fixture).hash()));
    refused(fixture, "i-1 cannot be fenced now");
  }

  /** Nobody is fenced before EC2 shows them terminated: they may be a quorum that serves. */
  @Test
  void whoIsAcceptedLostIsTerminatedAndAwaitedBeforeAnyoneIsFenced() {
    ClusterFixture fixture = oneDiskLeft();
    fixture.silence("i-1").silence("i-2");
    approved(fixture, "i-1", "i-2");
    assertThat(fixture.status.terminations())
        .extracting(Termination::instance)
        .containsExactly(new InstanceId("i-1"), new InstanceId("i-2"));

    assertThat(terminates(fixture)).isEqualTo(new InstanceId("i-1"));
    assertThat(terminates(fixture)).isEqualTo(new InstanceId("i-2"));
    nothingBegins(fixture);
    waitsNaming(fixture, "i-1 is RUNNING; i-2 is RUNNING");
    fixture.terminate("i-1");
    fixture.instances.put(new InstanceId("i-2"), InstanceState.SHUTTING_DOWN);
    nothingBegins(fixture);
    fixture.terminate("i-2");

    assertThat(advance(fixture).state()).isEqualTo(Recovery.State.FENCING);
  }

  private static InstanceId terminates(ClusterFixture fixture) {
    Plan plan = fixture.plan();
    assertThat(plan.decision()).isInstanceOf(TerminateAtEc2.class);
    fixture.status = plan.status();
    return plan.decision().terminates().orElseThrow();
  }

  @Test
  void whatEc2DoesNotShowCannotBeAcceptedLost() {
    ClusterFixture fixture = oneDiskLeft();
    fixture.silence("i-1").silence("i-2");
    fixture.instances.put(new InstanceId("i-2"), InstanceState.UNKNOWN);

    assertThat(proposal(fixture, "i-1", "i-2").objections())
        .anySatisfy(why -> assertThat(why).contains("i-2 cannot be accepted lost"));
  }

  /** Two of three may serve again by themselves: what is left is not fenced. */
  @Test
  void whatMayServeAgainIsNotFenced() {
    ClusterFixture fixture = RecoveryFixture.recorded();
    fixture.silence("i-1");
    left(fixture.node("i-2"), Optional.empty());
    left(fixture.node("i-3"), Optional.empty());

    assertThat(proposal(fixture, "i-1").objections())
        .anySatisfy(why -> assertThat(why).contains("leave a quorum of the voters"));
  }

  @Test
  void whoCanBeFencedIsNotAcceptedLost() {
    assertThat(proposal(twoTerminated(), "i-3").objections())
        .anySatisfy(why -> assertThat(why).contains("i-3 speaks and can be fenced"));
  }

  @Test
  void aQuorumThatServesAfterAllCallsAnApprovedRecoveryOff() {
    ClusterFixture fixture = oneDiskLeft();
    fixture.silence("i-1").silence("i-2");
    approved(fixture, "i-1", "i-2");
    for (String instance : List.of("i-1", "i-2")) {
      fixture.node(instance).stillFor = java.time.Duration.ZERO;
      fixture.node(instance).stillTurns = 0;
    }

    assertThat(advance(fixture).state()).isEqualTo(Recovery.State.ENDED);
  }

  /** The disk that was approved to be salvaged is gone: the operator decides anew (I5). */
  @Test
  void anEndThatDidNotComeTrueIsNotCommitted() {
    ClusterFixture fixture = approve(twoTerminated());
    approved(fixture);
    advance(fixture);
    fixture.terminate("i-3");

    nothingBegins(fixture);
    waitsNaming(fixture, "i-3 is GONE, and was approved as FENCED");
    waitsNaming(fixture, "quorate recover approve demo --hash " + proposal(fixture).hash());
    approved(fixture);
    assertThat(advance(fixture).state()).isEqualTo(Recovery.State.TRIAL);
  }

  @Test
  void theCommitChecksTheEndsAgain() {
    ClusterFixture fixture = approve(RecoveryFixture.everythingLost());
    approved(fixture);
    advance(fixture);
    trialEnds(fixture, Outcome.Result.DONE, "restored", GOOD);
    Recovery trial = recovery(fixture);
    Approval given = trial.approval().orElseThrow();
    Map<InstanceId, Approval.End> others = new java.util.TreeMap<>(given.ends());
    others.put(new InstanceId("i-3"), Approval.End.FENCED);
    recovery(
        fixture,
        trial.approved(new Approval(given.hash(), given.by(), given.at(), others, given.source())));

    nothingBegins(fixture);
    waitsNaming(fixture, "i-3 is GONE, and was approved as FENCED");
  }

  @Test
  void anotherSnapshotThanTheApprovedOneIsNotRestored() {
    ClusterFixture fixture = approve(RecoveryFixture.everythingLost());
    approved(fixture);
    advance(fixture);
    trialEnds(fixture, Outcome.Result.FAILED, "its hash is another", Map.of("verdict", "BAD"));
    assertThat(advance(fixture).passedOver()).hasSize(1);

    nothingBegins(fixture);
    waitsNaming(fixture, "snapshot " + OLDER + " would be restored, and snapshot " + NEWER);
    approved(fixture);
    assertThat(advance(fixture).source().orElseThrow().snapshot()).isEqualTo(OLDER);
  }

  @Test
  void theOperatorMayNameAnOlderSnapshot() {
    named(RecoveryFixture.everythingLost());
  }

  /** Its voter held other data than a majority: no recovery takes it by itself. */
  @Test
  @Guards("RECOVER")
  void theOperatorMayNameASnapshotThatDiffers() {
    ClusterFixture fixture = RecoveryFixture.everythingLost();
    RecoveryFixture.line(
        fixture, fixture.records.snapshots().getFirst().agreeing(SnapshotRecord.Agreement.DIFFERS));

    named(fixture);
  }

  private static void named(ClusterFixture fixture) {
    fixture.silence("i-4").silence("i-5").silence("i-6");
    RecoveryProposal plan =
        RecoveryProposal.of(
            ClusterStates.of(fixture.view()),
            new RecoveryChoice(Set.of(), Optional.of(OLDER.value()), false));
    asks(fixture, Map.of("hash", plan.hash(), "snapshot", OLDER.value()));
    advance(fixture);
    requests(fixture, List.of());
    for (String instance : List.of("i-4", "i-5", "i-6")) {
      fixture.node(instance).stillFor = java.time.Duration.ZERO;
      fixture.node(instance).stillTurns = 0;
    }

    assertThat(advance(fixture).source().orElseThrow().snapshot()).isEqualTo(OLDER);
    assertThat(plan.hash()).isNotEqualTo(proposal(fixture).hash());
  }

  @Test
  void aRecoveryThatBeganByItselfWaitsOnceTheSpecAsksForAnApproval() {
    ClusterFixture fixture = RecoveryFixture.onTrial();
    trialEnds(fixture, Outcome.Result.DONE, "restored", GOOD);
    approve(fixture);

    nothingBegins(fixture);
    waitsNaming(fixture, "nobody has approved this recovery");
    approved(fixture);
    assertThat(commit(fixture).bootstrap().generation()).isEqualTo(new Generation(2));
  }

  @Test
  void theHashChangesWithTheEndsAndTheSourceAndNotWithTime() {
    ClusterFixture fixture = RecoveryFixture.everythingLost();
    String hash = proposal(fixture).hash();

    fixture.now = fixture.now.plusSeconds(99);
    assertThat(proposal(fixture).hash()).isEqualTo(hash).hasSize(12);
    RecoveryFixture.line(
        fixture,
        fixture.records.snapshots().stream()
            .filter(line -> line.id().equals(NEWER))
            .findFirst()
            .orElseThrow()
            .failed("bad"));
    assertThat(proposal(fixture).hash()).isNotEqualTo(hash);
    assertThat(proposal(twoTerminated()).hash()).isNotEqualTo(hash);
  }
}
