package io.quorate.controller.plan.instances;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.command.CommandKind;
import io.quorate.controller.decision.PruneInstances;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.RecoveryFixture;
import io.quorate.controller.plan.ClusterStates;
import io.quorate.controller.plan.Planner;
import io.quorate.controller.plan.facts.StatusCarryOver;
import io.quorate.controller.plan.fencing.FenceSet;
import io.quorate.controller.plan.fencing.HolderEnd;
import io.quorate.controller.view.BucketView;
import io.quorate.controller.view.ClusterRecords;
import io.quorate.controller.view.InstanceState;
import io.quorate.guards.Guards;
import io.quorate.model.ClusterUid;
import io.quorate.model.FencingToken;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.recovery.Recovery;
import io.quorate.state.Holder;
import io.quorate.state.MemberEntry;
import io.quorate.state.Termination;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tombstone, holder and row go together, and never of an instance whose disk may return (I1, I7).
 */
@Guards("PRUNE_INSTANCES")
class PruneInstancesTest {
  private static final InstanceId ENDED = new InstanceId("i-4");
  private static final String HERE = "us-east-1/123456789012";

  private final ClusterFixture fixture = RecoveryFixture.recorded();
  private String place = HERE;

  /** A member of former days: it was a holder, EC2 showed it, and then showed it terminated. */
  @BeforeEach
  void ended() {
    fixture.launch("i-4");
    fixture.status =
        fixture.status.withData(
            fixture
                .status
                .data()
                .with(ENDED, new Holder(Generation.FIRST, "disk-i-4", fixture.now)));
    turn();
    fixture.terminate("i-4");
    turn();
    fixture.instances.remove(ENDED);
    assertThat(fixture.status.terminated(ENDED)).isTrue();
    assertThat(holder().seenIn()).contains(HERE);
  }

  /** A turn whose status is kept; EC2 is asked whom the observer would ask about. */
  private void turn() {
    look();
    fixture.status = StatusCarryOver.next(fixture.view());
  }

  /** A turn whose decision is carried out. */
  private void decided() {
    look();
    fixture.status = new Planner().plan(fixture.view()).status();
  }

  private void look() {
    fixture.groupIn(place);
    Set<InstanceId> unknown =
        new HashSet<>(PrunableInstances.asked(fixture.lineage, fixture.status, fixture.now));
    unknown.removeAll(fixture.instances.keySet());
    fixture.records = fixture.records.withUnknownToEc2(unknown);
  }

  private void turnAfter(String time) {
    fixture.after(Duration.parse(time));
    turn();
  }

  private Holder holder() {
    return Optional.ofNullable(fixture.status.data().holders().get(ENDED)).orElseThrow();
  }

  private List<InstanceId> pruned() {
    look();
    return new Planner().plan(fixture.view()).decision() instanceof PruneInstances decision
        ? decision.instances()
        : List.of();
  }

  /** Missed by EC2 at one look already; the next one, an hour later, may be the last. */
  private PruneInstancesTest missedOnce() {
    turnAfter("PT1H");
    assertThat(holder().unknownSince()).contains(fixture.now);
    return this;
  }

  private void due() {
    missedOnce();
    fixture.after(Duration.ofHours(1));
    assertThat(pruned()).containsExactly(ENDED);
  }

  @Test
  void goesAtTheSecondLookAnHourAfterTheFirst() {
    turnAfter("PT59M");
    assertThat(holder().unknownSince()).as("EC2 may show it still").isEmpty();
    missedOnce();
    fixture.after(Duration.ofMinutes(59));
    assertThat(pruned()).isEmpty();

    fixture.after(Duration.ofMinutes(1));
    decided();
    assertThat(fixture.status.terminated(ENDED)).isFalse();
    assertThat(fixture.status.data().holders()).doesNotContainKey(ENDED).hasSize(3);
  }

  /** What a recovery waits for is what may return: this may not, with the record or without it. */
  @Test
  void aRecoveryWaitsForNobodyElseAfterwards() {
    due();
    decided();
    fixture.actors.remove(ENDED);

    assertThat(FenceSet.of(ClusterStates.of(fixture.view())).ends())
        .noneMatch(end -> end.instance().equals(ENDED));
  }

  /** Whatever pruned a voter by mistake: the list that a quorum proved names it still. */
  @Test
  void aRecoveryWaitsForAVoterOfTheProvenListOfWhichNothingElseTells() {
    InstanceId voter = new InstanceId("i-5");
    fixture.listed.add(ClusterFixture.entry(fixture.launch("i-5"), false));
    turn();
    fixture.lifecycles.remove(voter);
    fixture.groupIn(place);
    fixture.instances.put(voter, InstanceState.STOPPED);
    fixture.actors.remove(voter);

    assertThat(fixture.status.data().holders()).doesNotContainKey(voter);
    assertThat(FenceSet.of(ClusterStates.of(fixture.view())).unknown())
        .extracting(HolderEnd.Unknown::instance)
        .contains(voter);
  }

  /** Tables that were copied to another region: EC2 there has never known anybody. */
  @Test
  void staysWhereEc2IsAskedInAnotherRegionOrAccount() {
    missedOnce();
    place = "eu-west-1/123456789012";
    fixture.after(Duration.ofHours(2));

    assertThat(pruned()).isEmpty();
  }

  @Test
  void staysWhileNobodySaysWhereItWasShown() {
    fixture.status =
        fixture.status.withData(
            fixture
                .status
                .data()
                .seen(
                    Map.of(
                        new InstanceId("i-1"),
                        Optional.ofNullable(
                                fixture.status.data().holders().get(new InstanceId("i-1")))
                            .orElseThrow(),
                        ENDED,
                        new Holder(Generation.FIRST, "disk-i-4", fixture.now))));
    turnAfter("PT1H");
    fixture.after(Duration.ofHours(2));

    assertThat(pruned()).isEmpty();
  }

  /** Silence, or absence, is no tombstone: its disk may return (I7). */
  @Test
  void staysWithoutATombstone() {
    missedOnce();
    fixture.status = fixture.status.withTombstones(Map.of());
    fixture.instances.put(ENDED, InstanceState.STOPPED);
    fixture.after(Duration.ofHours(2));

    assertThat(pruned()).isEmpty();
  }

  @Test
  void staysWhileEc2ShowsItOrDoesNotAnswer() {
    missedOnce();
    fixture.after(Duration.ofHours(1));
    fixture.instances.put(ENDED, InstanceState.TERMINATED);
    assertThat(pruned()).isEmpty();

    fixture.instances.remove(ENDED);
    look();
    fixture.records = fixture.records.withUnknownToEc2(Set.of());
    assertThat(new Planner().plan(fixture.view()).decision()).isNotInstanceOf(PruneInstances.class);
  }

  @Test
  void anEc2ThatShowsNobodyElseOfTheGroupIsNoWitness() {
    missedOnce();
    fixture.after(Duration.ofHours(1));
    fixture.instances.clear();

    assertThat(pruned()).isEmpty();
  }

  /** Its row moves: whatever EC2 says, somebody writes as this instance. */
  @Test
  void staysWhileItsAgentSpeaks() {
    missedOnce();
    fixture.after(Duration.ofHours(1));
    fixture.node("i-4").stillFor = Duration.ZERO;
    fixture.node("i-4").stillTurns = 0;

    assertThat(pruned()).isEmpty();
  }

  @Test
  void staysWithoutAQuorumThatServesWithoutIt() {
    missedOnce();
    fixture.after(Duration.ofHours(1));
    fixture.silence("i-1").silence("i-2");

    assertThat(pruned()).isEmpty();
  }

  /** Its member is listed still: its tombstone is what lets it be removed. */
  @Test
  void staysWhileItsMemberIsListed() {
    missedOnce();
    fixture.after(Duration.ofHours(1));
    MemberEntry member = ClusterFixture.entry(fixture.node("i-4"), false);
    fixture.listed.add(member);

    assertThat(pruned()).isEmpty();
    fixture.listed.remove(member);
    fixture.node("i-3").listInstead = Optional.of(List.of(member));
    assertThat(pruned()).as("one node tells of it").isEmpty();
  }

  /** The lineage names the initial members as holders for as long as their generation lives. */
  @Test
  void anInitialMemberStaysWithItsGeneration() {
    fixture.listed.removeIf(member -> member.name().equals("i-3"));
    fixture.terminate("i-3");
    turn();
    fixture.instances.remove(new InstanceId("i-3"));
    turnAfter("PT2H");
    turnAfter("PT2H");
    fixture.after(Duration.ofHours(2));

    assertThat(PrunableInstances.watched(fixture.lineage, fixture.status, fixture.now))
        .doesNotContain(new InstanceId("i-3"));
  }

  @Test
  void staysWhileADecisionOrCommandNamesIt() {
    due();
    fixture.status =
        fixture.status.withTerminations(List.of(Termination.decided(ENDED, "hung", fixture.now)));
    assertThat(PrunableInstances.of(ClusterStates.of(fixture.view())))
        .as("a termination of what is terminated is struck off")
        .containsExactly(ENDED);

    fixture.open(CommandKind.REMOVE_MEMBER, "i-1");
    assertThat(PrunableInstances.of(ClusterStates.of(fixture.view()))).isEmpty();
  }

  @Test
  void staysWhileTheGroupListsIt() {
    due();
    fixture.lifecycles.put(ENDED, "Terminating");

    assertThat(pruned()).isEmpty();
  }

  @Test
  void staysWhileARecoveryThatRunsNamesIt() {
    due();
    Recovery running =
        Recovery.suspected(
                "r-1",
                new ClusterUid("uid-1"),
                Generation.FIRST,
                new FencingToken(40),
                Recovery.Action.RESEED,
                fixture.now)
            .fencing(fixture.now)
            .gathered(Map.of(ENDED, "EC2 has shown it terminated"), fixture.now);
    fixture.records =
        new ClusterRecords(
            Map.of(), List.of(), List.of(), new BucketView.NotObserved(), Optional.of(running));
    look();

    assertThat(PrunableInstances.of(ClusterStates.of(fixture.view()))).isEmpty();
  }

  /** Nobody recorded who was let have data: then everybody may have some. */
  @Test
  void nobodyGoesWhereHoldersAreUnrecorded() {
    due();
    Map<InstanceId, Holder> older = new HashMap<>();
    fixture
        .status
        .data()
        .holders()
        .forEach(
            (instance, holder) ->
                older.put(
                    instance,
                    new Holder(
                        Generation.UNBOOTSTRAPPED,
                        holder.diskId(),
                        holder.since(),
                        holder.seenIn(),
                        holder.unknownSince())));
    fixture.status = fixture.status.withData(fixture.status.data().seen(older));

    assertThat(PrunableInstances.of(ClusterStates.of(fixture.view()))).isEmpty();
  }

  /** Launches that never joined leave tombstones, too: one look two hours later is enough. */
  @Test
  void whoNeverHadDataGoesWithoutAQuorum() {
    Map<InstanceId, Holder> others = new HashMap<>(fixture.status.data().holders());
    others.remove(ENDED);
    fixture.status = fixture.status.withData(fixture.status.data().seen(others));
    fixture.silence("i-1").silence("i-2");
    fixture.after(Duration.ofMinutes(119));
    assertThat(pruned()).isEmpty();
    fixture.after(Duration.ofMinutes(1));
    look();

    assertThat(PrunableInstances.of(ClusterStates.of(fixture.view()))).containsExactly(ENDED);
    fixture.node("i-4").stillFor = Duration.ZERO;
    fixture.node("i-4").stillTurns = 0;
    assertThat(PrunableInstances.of(ClusterStates.of(fixture.view())))
        .as("its agent speaks")
        .isEmpty();
  }

  /** It can never be shown where EC2 showed it: nobody is asked about it for ever. */
  @Test
  void whoseHolderRecordDoesNotSayWhereItWasIsNotAskedAbout() {
    fixture.status =
        fixture.status.withData(
            fixture
                .status
                .data()
                .seen(Map.of(ENDED, new Holder(Generation.FIRST, "disk-i-4", fixture.now))));
    fixture.after(Duration.ofHours(5));

    assertThat(PrunableInstances.asked(fixture.lineage, fixture.status, fixture.now)).isEmpty();
  }

  /** EC2 is asked about it at the two looks alone, and not while it may show it still. */
  @Test
  void ec2IsAskedOnlyWhereItsAnswerCounts() {
    assertThat(PrunableInstances.asked(fixture.lineage, fixture.status, fixture.now)).isEmpty();
    fixture.after(Duration.ofHours(1));
    assertThat(PrunableInstances.asked(fixture.lineage, fixture.status, fixture.now))
        .containsExactly(ENDED);
    turn();
    fixture.after(Duration.ofMinutes(30));
    assertThat(PrunableInstances.asked(fixture.lineage, fixture.status, fixture.now)).isEmpty();
    fixture.after(Duration.ofMinutes(30));
    assertThat(PrunableInstances.asked(fixture.lineage, fixture.status, fixture.now))
        .containsExactly(ENDED);
  }

  /** Once it has forgotten a terminated one, it is still said that EC2 has shown it terminated. */
  @Test
  void whatEc2ShowedIsNotCalledForgotten() {
    missedOnce();

    assertThat(FenceSet.of(ClusterStates.of(fixture.view())).gone())
        .filteredOn(end -> end.instance().equals(ENDED))
        .singleElement()
        .satisfies(end -> assertThat(end.why()).contains("EC2 has shown it terminated"));
  }

  @Test
  @Guards("PruneInstances")
  void aStatusThatNamesItStillIsAFaultOfThePlanner() {
    PruneInstances decision = new PruneInstances(Reason.of("X", "x"), List.of(ENDED));

    assertThatThrownBy(() -> decision.writes(fixture.view(), StatusCarryOver.next(fixture.view())))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("i-4");
  }
}
