package io.quorate.controller.plan.fencing;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.NodeFixture;
import io.quorate.controller.fixture.RecoveryFixture;
import io.quorate.controller.plan.ClusterStates;
import io.quorate.controller.view.InstanceState;
import io.quorate.guards.Guards;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.state.DataHolders;
import io.quorate.state.DataHolding;
import io.quorate.state.DataState;
import io.quorate.state.Holder;
import io.quorate.state.MemberEntry;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Who may hold data, and what proves that nobody does (I1). */
class FenceSetTest {
  private static FenceSet set(ClusterFixture fixture) {
    return FenceSet.of(ClusterStates.of(fixture.view()));
  }

  private static List<String> unknown(ClusterFixture fixture) {
    return set(fixture).unknown().stream().map(end -> end.instance().value()).toList();
  }

  /** i-3 lives, and its disk was wiped. */
  private static NodeFixture wiped(ClusterFixture fixture) {
    fixture.data("i-3", DataState.LOST);
    fixture.instances.put(new InstanceId("i-3"), InstanceState.RUNNING);
    fixture.lifecycles.put(new InstanceId("i-3"), "InService");
    NodeFixture node = fixture.node("i-3");
    node.stillFor = java.time.Duration.ZERO;
    node.stillTurns = 0;
    return RecoveryFixture.waiting(node, DataHolding.Cause.LOST);
  }

  @Test
  void everyoneTerminatedIsGone() {
    assertThat(set(RecoveryFixture.everythingLost()).allGone()).isTrue();
    assertThat(set(RecoveryFixture.everythingLost()).ends()).hasSize(3);
  }

  @ParameterizedTest
  @EnumSource(value = InstanceState.class, mode = EnumSource.Mode.EXCLUDE, names = "TERMINATED")
  @Guards("RECOVER")
  void nothingButTerminatedIsGoneBySilence(InstanceState state) {
    ClusterFixture fixture = RecoveryFixture.everythingLost();
    fixture.instances.put(new InstanceId("i-2"), state);

    assertThat(unknown(fixture)).containsExactly("i-2");
  }

  @Test
  void anAgentThatProvesOnItsOwnDiskThatItHoldsNoneIsGone() {
    ClusterFixture fixture = RecoveryFixture.everythingLost();
    wiped(fixture);

    assertThat(set(fixture).allGone()).isTrue();
    assertThat(set(fixture).gone())
        .filteredOn(gone -> gone.instance().value().equals("i-3"))
        .singleElement()
        .satisfies(
            gone ->
                assertThat(gone.evidence())
                    .hasValueSatisfying(row -> assertThat(row.now()).isTrue()));
  }

  /** Three nodes reboot and their volumes mount late: the disks are good. */
  @Test
  void anEmptyDiskThatIsNotTheHoldersProvesNothing() {
    ClusterFixture fixture = RecoveryFixture.everythingLost();
    NodeFixture node = wiped(fixture);
    node.report =
        RecoveryFixture.report(
            new DataHolding(
                DataHolding.State.NONE, Optional.of(DataHolding.Cause.LOST), "another-disk"),
            Optional.empty());

    assertThat(unknown(fixture)).containsExactly("i-3");
  }

  /** Where no record names the disk on which it held data, that may be any other. */
  @Test
  void anEmptyDiskProvesNothingWhereNobodyRecordedTheHoldersDisk() {
    ClusterFixture fixture = RecoveryFixture.everythingLost();
    wiped(fixture);
    fixture.status =
        fixture.status.withData(
            fixture
                .status
                .data()
                .with(
                    new InstanceId("i-3"),
                    new io.quorate.state.Holder(
                        io.quorate.model.Generation.FIRST, "", ClusterFixture.NOW)));

    assertThat(unknown(fixture)).containsExactly("i-3");
  }

  @ParameterizedTest
  @EnumSource(value = DataHolding.State.class, mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void dataThatIsThereOrUnprovedIsNotGoneWhateverTheVerdict(DataHolding.State state) {
    ClusterFixture fixture = RecoveryFixture.everythingLost();
    NodeFixture node = wiped(fixture);
    node.data = DataState.DAMAGED;
    node.report =
        RecoveryFixture.report(
            new DataHolding(state, Optional.empty(), "disk-i-3"), Optional.empty());

    assertThat(unknown(fixture)).containsExactly("i-3");
  }

  @Test
  void anAgentThatTellsNothingIsNotGone() {
    ClusterFixture fixture = RecoveryFixture.everythingLost();
    wiped(fixture).report = io.quorate.state.NodeReport.NOTHING;

    assertThat(unknown(fixture)).containsExactly("i-3");
  }

  @Test
  void aSilentAgentsLastWordProvesNothing() {
    ClusterFixture fixture = RecoveryFixture.everythingLost();
    wiped(fixture);
    fixture.silence("i-3");

    assertThat(unknown(fixture)).containsExactly("i-3");
  }

  /** The seeder of this generation is empty until it starts it: it may still do so (I1). */
  @Test
  void anEmptyDiskThatHasNotBegunTheGenerationIsNotGone() {
    ClusterFixture fixture = RecoveryFixture.everythingLost();
    wiped(fixture).seenGeneration = Generation.UNBOOTSTRAPPED;

    assertThat(unknown(fixture)).containsExactly("i-3");
  }

  /** Who was told to join is a holder before its learner is added; terminated, it has no row. */
  @Test
  void aListedVoterWithoutAnInstanceIsAGapAndALearnerIsNone() {
    assertThat(set(everythingLostBeside(true)).allGone()).isTrue();
    assertThat(set(everythingLostBeside(false)).gaps())
        .containsExactly("member 4d is listed, and no instance is known for it");
  }

  private static ClusterFixture everythingLostBeside(boolean learner) {
    ClusterFixture fixture = RecoveryFixture.recorded();
    fixture.listed.add(
        new MemberEntry(new MemberId(0x4d), "", List.of("http://10.9.9.9:2380"), learner));
    fixture.status = fixture.plan().status();
    List.of("i-1", "i-2", "i-3").forEach(fixture::terminate);
    return fixture;
  }

  @Test
  void withoutARecordOfHoldersNothingIsProved() {
    ClusterFixture fixture = RecoveryFixture.everythingLost();
    fixture.status = fixture.status.withData(DataHolders.UNRECORDED);
    assertThat(set(fixture).allGone()).isFalse();

    fixture.status =
        fixture.status.withData(
            DataHolders.UNRECORDED.with(
                new InstanceId("i-1"),
                new Holder(new Generation(7), "disk-i-1", ClusterFixture.NOW)));
    assertThat(set(fixture).allGone()).as("of another generation").isFalse();
  }

  /** It was joining the generation before, on a disk that it has no longer. */
  @Test
  void theDiskThatHeldAnotherGenerationKeepsNobodyWaiting() {
    ClusterFixture fixture = RecoveryFixture.everythingLost();
    RecoveryFixture.waiting(fixture.node("i-4"), DataHolding.Cause.LOST);
    DataHolders holders = fixture.status.data();
    InstanceId again = new InstanceId("i-4");
    fixture.status =
        fixture.status.withData(
            holders.with(again, new Holder(new Generation(7), "former-disk", ClusterFixture.NOW)));
    assertThat(set(fixture).allGone()).isTrue();

    fixture.status =
        fixture.status.withData(
            holders.with(again, new Holder(Generation.FIRST, "former-disk", ClusterFixture.NOW)));
    assertThat(unknown(fixture)).containsExactly("i-4");
  }

  /** A holder whose row was pruned, or that is detached from the group, is asked about at EC2. */
  @Test
  void aHolderWithoutARowIsUnknownUntilEc2ShowsItTerminated() {
    ClusterFixture fixture = RecoveryFixture.everythingLost();
    InstanceId away = new InstanceId("i-9");
    fixture.status =
        fixture.status.withData(
            fixture
                .status
                .data()
                .with(away, new Holder(Generation.FIRST, "disk-i-9", ClusterFixture.NOW)));
    assertThat(unknown(fixture)).containsExactly("i-9");

    fixture.instances.put(away, InstanceState.TERMINATED);
    assertThat(set(fixture).allGone()).isTrue();
  }

  /**
   * A table set back names only the dead, while the living members still write to the newer one.
   */
  @Test
  void anInstanceInServiceThatThisTableDoesNotKnowMayHoldData() {
    ClusterFixture fixture = RecoveryFixture.everythingLost();
    fixture.lifecycles.put(new InstanceId("i-8"), "InService");
    assertThat(unknown(fixture)).containsExactly("i-8");

    fixture.lifecycles.put(new InstanceId("i-8"), "Pending");
    assertThat(set(fixture).allGone()).as("one that is being launched holds nothing").isTrue();
  }

  @Test
  void aNodeThatNeverHeldDataIsNoHolder() {
    assertThat(set(RecoveryFixture.everythingLost()).ends())
        .extracting(HolderEnd::instance)
        .extracting(InstanceId::value)
        .containsExactly("i-1", "i-2", "i-3");
  }

  /** After a reseed: it lost what it had of generation 1, and was told nothing of generation 2. */
  @Test
  void aMemberOfAnOlderGenerationIsNoHolderOfThisOne() {
    ClusterFixture fixture = RecoveryFixture.seeding();
    fixture.terminate(RecoveryFixture.candidate(fixture).instance.value());
    wiped(fixture);
    assertThat(set(fixture).allGone()).isTrue();

    fixture.silence("i-3");
    assertThat(set(fixture).allGone()).as("whatever became of it").isTrue();
  }

  @Test
  void aNodeThatWasToldNothingAndUndidAnEarlierJoinIsGone() {
    ClusterFixture fixture = RecoveryFixture.everythingLost();
    RecoveryFixture.waiting(fixture.node("i-4"), DataHolding.Cause.UNDONE);
    assertThat(set(fixture).allGone()).isTrue();
    assertThat(set(fixture).ends()).hasSize(4);

    fixture.silence("i-4");
    assertThat(unknown(fixture)).containsExactly("i-4");
  }
}
