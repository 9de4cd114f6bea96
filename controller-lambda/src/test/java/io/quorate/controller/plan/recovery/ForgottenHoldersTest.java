package io.quorate.controller.plan.recovery;

import static io.quorate.controller.fixture.RecoveryFixture.GOOD;
import static io.quorate.controller.fixture.RecoveryFixture.advance;
import static io.quorate.controller.fixture.RecoveryFixture.commit;
import static io.quorate.controller.fixture.RecoveryFixture.trialEnds;
import static io.quorate.controller.fixture.RecoveryFixture.waitsNaming;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.Outcome;
import io.quorate.controller.decision.AdvanceRecovery;
import io.quorate.controller.decision.AnswerRequest;
import io.quorate.controller.decision.CommitRecovery;
import io.quorate.controller.decision.Decision;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.NodeFixture;
import io.quorate.controller.fixture.RecoveryFixture;
import io.quorate.controller.plan.ClusterStates;
import io.quorate.controller.view.ClusterRecords;
import io.quorate.controller.view.InstanceState;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.recovery.Approval;
import io.quorate.recovery.Recovery;
import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import io.quorate.state.Bootstrap;
import io.quorate.state.DataHolders;
import io.quorate.state.DataHolding;
import io.quorate.state.DataState;
import io.quorate.state.Fenced;
import io.quorate.state.Lineage;
import io.quorate.state.NodeReport;
import io.quorate.state.TableRollback;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * The table has lost who was let have data, and everything else is lost, too: only an operator can
 * say that nobody else has any (I1).
 */
class ForgottenHoldersTest {
  private static final RecoveryChoice NOBODY_ELSE =
      new RecoveryChoice(Set.of(), Optional.empty(), true);

  private static ClusterFixture forgotten() {
    ClusterFixture fixture = RecoveryFixture.everythingLost();
    fixture.status = fixture.status.withData(DataHolders.UNRECORDED);
    return fixture;
  }

  /** The same long after: i-3 has no row, and EC2 does not know it any more. */
  private static ClusterFixture longForgotten() {
    ClusterFixture fixture = forgotten();
    InstanceId gone = new InstanceId("i-3");
    fixture.actors.remove(gone);
    fixture.instances.remove(gone);
    return fixture;
  }

  private static RecoveryProposal proposal(ClusterFixture fixture, RecoveryChoice chosen) {
    return RecoveryProposal.of(ClusterStates.of(fixture.view()), chosen);
  }

  private static void asks(ClusterFixture fixture, List<Request> requests) {
    ClusterRecords records = fixture.records;
    fixture.records =
        new ClusterRecords(
            records.taskSlots(),
            requests,
            records.snapshots(),
            records.bucket(),
            records.recovery());
  }

  private static Request request(
      ClusterFixture fixture, RecoveryProposal plan, RecoveryChoice chosen) {
    Map<String, String> arguments = new TreeMap<>(chosen.arguments());
    arguments.put("hash", plan.hash());
    return Request.open(
        "000001767323045678-a1", RequestKind.APPROVE_RECOVERY, arguments, "someone", fixture.now);
  }

  private static Recovery approved(ClusterFixture fixture) {
    RecoveryProposal plan = proposal(fixture, NOBODY_ELSE);
    assertThat(plan.objections()).isEmpty();
    asks(fixture, List.of(request(fixture, plan, NOBODY_ELSE)));
    Recovery next = advance(fixture);
    asks(fixture, List.of());
    return next;
  }

  /** Its list names everyone who can serve again: the next loss is recovered by itself. */
  @Test
  void onceAQuorumServesAgainTheHoldersAreRecordedAgain() {
    ClusterFixture fixture = RecoveryFixture.recorded();
    DataHolders before = fixture.status.data();
    fixture.status = fixture.status.withData(DataHolders.UNRECORDED).withProven(Optional.empty());

    fixture.status = fixture.plan().status();

    assertThat(disks(fixture.status.data())).isEqualTo(disks(before));
  }

  private static Map<InstanceId, String> disks(DataHolders holders) {
    Map<InstanceId, String> disks = new TreeMap<>();
    holders.holders().forEach((instance, holder) -> disks.put(instance, holder.diskId()));
    return disks;
  }

  /** A JOIN records its own node in the same turn. */
  @Test
  void aJoinInTheSameTurnKeepsNobodyElseFromBeingRecorded() {
    ClusterFixture fixture = RecoveryFixture.recorded();
    fixture.launch("i-4");
    fixture.desired = 4;
    fixture.status = fixture.status.withData(DataHolders.UNRECORDED).withProven(Optional.empty());

    Plan plan = fixture.plan();

    assertThat(plan.decision()).extracting(Decision::code).isEqualTo("ISSUE_INSTRUCTION");
    assertThat(plan.status().data().holders())
        .containsOnlyKeys(
            new InstanceId("i-1"),
            new InstanceId("i-2"),
            new InstanceId("i-3"),
            new InstanceId("i-4"));
  }

  /** The first look after the loss takes rows that stand still for fresh ones. */
  @Test
  void beforeAPersonResumesNobodyIsRecordedAgain() {
    ClusterFixture fixture = RecoveryFixture.recorded();
    fixture.status =
        fixture
            .plan()
            .status()
            .withData(DataHolders.UNRECORDED)
            .withTableRollback(Optional.of(new TableRollback("rebuilt", fixture.now)));

    assertThat(fixture.plan().status().data().holders()).isEmpty();
  }

  @Test
  void withoutAQuorumNobodyIsRecordedAgain() {
    ClusterFixture fixture = RecoveryFixture.recorded();
    fixture.status = fixture.plan().status().withData(DataHolders.UNRECORDED);
    assertThat(fixture.status.proven()).isPresent();
    fixture.actors.values().forEach(node -> node.quorumProven = false);

    assertThat(fixture.plan().status().data().holders()).isEmpty();
  }

  @Test
  void nothingBeginsByItselfAndThePlanSaysWhatAnOperatorMaySay() {
    ClusterFixture fixture = forgotten();

    assertThat(fixture.plan().decision())
        .isNotInstanceOfAny(AdvanceRecovery.class, CommitRecovery.class);
    waitsNaming(fixture, "no record tells who was let have data of generation 1");
    assertThat(proposal(fixture, RecoveryChoice.NONE).objections())
        .singleElement()
        .asString()
        .contains("no record tells", "add --no-other-holder");
  }

  /** No instance is gone, and no list of members is left: NO_QUORUM alone would say nothing. */
  @Test
  void withoutAListOfMembersItIsSaidWhatIsAwaited() {
    ClusterFixture fixture = RecoveryFixture.recorded();
    fixture
        .actors
        .values()
        .forEach(
            node -> {
              node.data = DataState.LOST;
              RecoveryFixture.waiting(node, DataHolding.Cause.LOST);
            });
    begunByOne(fixture);
    fixture.status = fixture.status.withData(DataHolders.UNRECORDED).withProven(Optional.empty());

    waitsNaming(fixture, "no record tells who was let have data of generation 1");
    assertThat(proposal(fixture, NOBODY_ELSE).objections()).isEmpty();
  }

  @Test
  void onceAnOperatorSaysThatNobodyElseHoldsDataTheSnapshotIsRestored() {
    ClusterFixture fixture = forgotten();

    assertThat(approved(fixture).approval()).map(Approval::noOtherHolder).contains(true);
    assertThat(advance(fixture).state()).isEqualTo(Recovery.State.TRIAL);
    trialEnds(fixture, Outcome.Result.DONE, "restored", GOOD);

    assertThat(commit(fixture).bootstrap().generation()).isEqualTo(new Generation(2));
  }

  @Test
  void aVoterThatEc2HasForgottenIsShownAndIsGoneByTheOperatorsWord() {
    ClusterFixture fixture = longForgotten();
    InstanceId forgotten = new InstanceId("i-3");
    assertThat(proposal(fixture, NOBODY_ELSE).ends())
        .containsEntry(forgotten, Approval.End.FORGOTTEN);

    approved(fixture);
    assertThat(advance(fixture).holders().get(forgotten)).contains("an operator says it is gone");
    assertThat(fixture.status.terminations()).isEmpty();
  }

  /** A stopped instance would look the same. */
  @Test
  void whileEc2DoesNotAnswerNobodyIsForgotten() {
    ClusterFixture before = longForgotten();
    before.instances.clear();
    assertThat(proposal(before, NOBODY_ELSE).ends()).doesNotContainKey(new InstanceId("i-3"));

    ClusterFixture after = longForgotten();
    approved(after);
    after.instances.clear();
    assertThat(after.plan().decision())
        .isNotInstanceOfAny(AdvanceRecovery.class, CommitRecovery.class);
  }

  /** What the operator said does not hold any more: it is no longer unknown to EC2. */
  @Test
  void aForgottenVoterThatComesBackStopsTheRecovery() {
    ClusterFixture fixture = longForgotten();
    approved(fixture);
    fixture.instances.put(new InstanceId("i-3"), InstanceState.RUNNING);

    assertThat(fixture.plan().decision())
        .isNotInstanceOfAny(AdvanceRecovery.class, CommitRecovery.class);
    waitsNaming(fixture, "i-3");
  }

  /** Two that had joined later are left, and the list of members went with the table. */
  @Test
  void whereNobodyKnowsWhoVotesTheDisksThatAreLeftAreFencedByTheOperatorsWord() {
    ClusterFixture fixture = RecoveryFixture.recorded();
    fixture.terminate("i-1");
    for (String instance : List.of("i-2", "i-3")) {
      NodeFixture node = fixture.node(instance);
      RecoveryFixture.waiting(node, DataHolding.Cause.NEVER);
      node.report = left(node);
    }
    begunByOne(fixture);
    fixture.status = fixture.status.withData(DataHolders.UNRECORDED).withProven(Optional.empty());

    assertThat(proposal(fixture, NOBODY_ELSE).ends())
        .containsEntry(new InstanceId("i-2"), Approval.End.FENCED)
        .containsEntry(new InstanceId("i-3"), Approval.End.FENCED);
    assertThat(proposal(fixture, NOBODY_ELSE).objections()).isEmpty();
    assertThat(approved(fixture).state()).isEqualTo(Recovery.State.SUSPECTED);
    assertThat(advance(fixture).state()).isEqualTo(Recovery.State.FENCING);

    // On which disks they held data went with the table: their own word for this disk is enough.
    for (String instance : List.of("i-2", "i-3")) {
      NodeFixture node = fixture.node(instance);
      node.data = DataState.SUPERSEDED;
      node.stateVersion++;
      node.report = fenced(fixture, node);
    }
    assertThat(advance(fixture).state()).isEqualTo(Recovery.State.GATHERED);
  }

  private static NodeReport fenced(ClusterFixture fixture, NodeFixture node) {
    Fenced fence =
        new Fenced(
            Generation.FIRST,
            RecoveryFixture.recovery(fixture).id(),
            node.incarnationNonce(),
            2,
            60);
    return new NodeReport(
        Set.of(Recovery.ABILITY, Recovery.FENCING_ABILITY),
        Optional.of(
            new DataHolding(DataHolding.State.UNKNOWN, Optional.empty(), "disk-" + node.instance)),
        false,
        Optional.of(fence),
        Optional.empty(),
        Optional.empty(),
        0,
        Optional.empty(),
        Optional.empty());
  }

  /** The others joined later: once somebody did, nobody knows who votes. */
  private static void begunByOne(ClusterFixture fixture) {
    Bootstrap begun = fixture.lineage.bootstrap().orElseThrow();
    fixture.lineage =
        Lineage.unbootstrapped(fixture.lineage.uid())
            .committing(
                new Bootstrap(
                    begun.generation(),
                    begun.clusterToken(),
                    begun.clusterId(),
                    begun.voters().subList(0, 1),
                    begun.nonce(),
                    begun.decidedAt()))
            .committed();
  }

  private static NodeReport left(NodeFixture node) {
    return new NodeReport(
        Set.of(Recovery.ABILITY, Recovery.FENCING_ABILITY),
        Optional.of(
            new DataHolding(DataHolding.State.DATA, Optional.empty(), "disk-" + node.instance)),
        false,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        0,
        Optional.empty(),
        Optional.empty());
  }

  /** The approved snapshot proves bad: the next approval is asked for with the same word. */
  @Test
  void theWordIsAskedForAgainWithTheNextPlan() {
    ClusterFixture fixture = forgotten();
    approved(fixture);
    advance(fixture);
    trialEnds(fixture, Outcome.Result.FAILED, "truncated", Map.of("verdict", "BAD"));
    advance(fixture);

    String hash = proposal(fixture, NOBODY_ELSE).hash();
    waitsNaming(fixture, "--hash " + hash + " --no-other-holder");
  }

  /** The table is lost once more, and the seeder with it. */
  @Test
  void theWordHoldsForOneRecoveryAlone() {
    ClusterFixture fixture = forgotten();
    approved(fixture);
    advance(fixture);
    trialEnds(fixture, Outcome.Result.DONE, "restored", GOOD);
    commit(fixture);
    assertThat(advance(fixture).state()).isEqualTo(Recovery.State.SEEDING);
    fixture.terminate(RecoveryFixture.recovery(fixture).seeder().orElseThrow().value());
    fixture.status = fixture.status.withData(DataHolders.UNRECORDED);

    assertThat(fixture.plan().decision())
        .isNotInstanceOfAny(AdvanceRecovery.class, CommitRecovery.class);
    assertThat(proposal(fixture, RecoveryChoice.NONE).objections())
        .anySatisfy(why -> assertThat(why).contains("no record tells", "generation 2"));
  }

  @Test
  void theWordIsPartOfTheHash() {
    ClusterFixture fixture = forgotten();
    RecoveryProposal plan = proposal(fixture, NOBODY_ELSE);
    Request without = request(fixture, plan, RecoveryChoice.NONE);
    asks(fixture, List.of(without));

    assertThat(fixture.plan().decision()).isInstanceOf(AnswerRequest.class);
    assertThat(proposal(fixture, RecoveryChoice.NONE).hash()).isNotEqualTo(plan.hash());
  }

  @Test
  void whereHoldersAreOnRecordTheWordIsRefused() {
    assertThat(proposal(RecoveryFixture.everythingLost(), NOBODY_ELSE).objections())
        .singleElement()
        .asString()
        .contains("leave out --no-other-holder");
  }
}
