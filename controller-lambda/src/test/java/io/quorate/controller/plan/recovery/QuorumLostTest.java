package io.quorate.controller.plan.recovery;

import static io.quorate.controller.fixture.RecoveryFixture.advance;
import static io.quorate.controller.fixture.RecoveryFixture.commit;
import static io.quorate.controller.fixture.RecoveryFixture.recovery;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.codec.Codecs;
import io.quorate.command.CommandKind;
import io.quorate.command.Outcome;
import io.quorate.controller.decision.AdvanceRecovery;
import io.quorate.controller.decision.CommitRecovery;
import io.quorate.controller.decision.HeartbeatVersion;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.NodeFixture;
import io.quorate.controller.fixture.RecoveryFixture;
import io.quorate.controller.plan.snapshots.RestoredSnapshots;
import io.quorate.controller.plan.snapshots.SnapshotAgreementTest;
import io.quorate.guards.Guards;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.recovery.Recovery;
import io.quorate.recovery.Salvage;
import io.quorate.snapshot.SnapshotManifest;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.state.Condition;
import io.quorate.state.DataHolders;
import io.quorate.state.DataHolding;
import io.quorate.state.DataState;
import io.quorate.state.Fenced;
import io.quorate.state.Holder;
import io.quorate.state.NodeReport;
import io.quorate.state.Phase;
import io.quorate.state.RevokedLeases;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A lost quorum with disks left: fenced, salvaged, restored (I1, I2, I7). */
public class QuorumLostTest {
  private static final Set<String> ABLE = Set.of(Recovery.ABILITY, Recovery.FENCING_ABILITY);

  /** i-1 and i-2 are terminated; i-3 is left with its data; i-4 and i-5 wait. */
  public static ClusterFixture twoTerminated() {
    ClusterFixture fixture = RecoveryFixture.recorded();
    List.of("i-1", "i-2").forEach(fixture::terminate);
    left(fixture.node("i-3"));
    for (String instance : List.of("i-4", "i-5")) {
      RecoveryFixture.waiting(fixture.launch(instance), DataHolding.Cause.NEVER);
    }
    return fixture;
  }

  public static void left(NodeFixture node) {
    node.quorumProven = false;
    node.answering = false;
    node.report =
        report(
            new DataHolding(DataHolding.State.DATA, Optional.empty(), "disk-" + node.instance),
            Optional.empty(),
            Optional.empty());
  }

  private static NodeReport report(
      DataHolding holds, Optional<Fenced> fenced, Optional<Outcome> outcome) {
    return new NodeReport(
        ABLE,
        Optional.of(holds),
        false,
        fenced,
        outcome,
        Optional.empty(),
        0,
        Optional.empty(),
        Optional.empty());
  }

  private static void fence(ClusterFixture fixture, String instance, long term, long index) {
    NodeFixture node = fixture.node(instance);
    fence(fixture, instance, fenced(fixture, node.incarnationNonce(), term, index));
  }

  private static Fenced fenced(ClusterFixture fixture, String nonce, long term, long index) {
    return new Fenced(Generation.FIRST, recovery(fixture).id(), nonce, term, index);
  }

  private static void fence(ClusterFixture fixture, String instance, Fenced told) {
    NodeFixture node = fixture.node(instance);
    node.stateVersion++;
    node.data = DataState.SUPERSEDED;
    node.report =
        report(
            new DataHolding(DataHolding.State.UNKNOWN, Optional.empty(), "disk-" + instance),
            Optional.of(told),
            Optional.empty());
  }

  static ClusterFixture fencing() {
    ClusterFixture fixture = twoTerminated();
    assertThat(advance(fixture).state()).isEqualTo(Recovery.State.FENCING);
    return fixture;
  }

  static ClusterFixture salvaging() {
    ClusterFixture fixture = fencing();
    fence(fixture, "i-3", 2, 60);
    advance(fixture);
    return fixture;
  }

  static void salvageEnds(ClusterFixture fixture, Map<String, Object> values) {
    salvageEnds(fixture, Outcome.Result.DONE, values);
  }

  private static void salvageEnds(
      ClusterFixture fixture, Outcome.Result result, Map<String, Object> values) {
    Recovery recovery = recovery(fixture);
    Salvage open = recovery.openSalvage().orElseThrow();
    NodeFixture node = fixture.node(open.instance().value());
    node.stateVersion++;
    node.report =
        report(
            node.report.holds().orElseThrow(),
            node.report.fenced(),
            Optional.of(
                new Outcome(
                    recovery.salvageId(open), 1, CommandKind.TAKE_SNAPSHOT, result, "so", values)));
  }

  static ClusterFixture salvaged() {
    ClusterFixture fixture = salvaging();
    Salvage open = recovery(fixture).openSalvage().orElseThrow();
    SnapshotManifest manifest = RecoveryFixture.manifest(fixture, open.snapshot(), 50, 2, 60);
    salvageEnds(fixture, Outcome.Result.DONE, Codecs.MANIFEST.write(manifest));
    Recovery next = ((AdvanceRecovery) fixture.plan().decision()).next();
    RecoveryFixture.catalogue(
        fixture,
        SnapshotRecord.taken(RecoveryFixture.manifest(fixture, RecoveryFixture.OLDER, 30, 2, 40)),
        SnapshotRecord.taken(RecoveryFixture.manifest(fixture, RecoveryFixture.NEWER, 45, 2, 55)),
        ((AdvanceRecovery) fixture.plan().decision()).snapshot().orElseThrow());
    recovery(fixture, next);
    return fixture;
  }

  static void nothingBegins(ClusterFixture fixture) {
    assertThat(fixture.plan().decision())
        .isNotInstanceOfAny(AdvanceRecovery.class, CommitRecovery.class);
  }

  @Test
  void theDirectoryThatIsLeftIsFencedSalvagedTriedAndCommitted() {
    ClusterFixture fixture = salvaged();
    Salvage made = recovery(fixture).salvages().getFirst();
    assertThat(made.state()).isEqualTo(Salvage.State.DONE);

    Recovery trial = advance(fixture);
    assertThat(trial.state()).isEqualTo(Recovery.State.TRIAL);
    assertThat(trial.source().orElseThrow().snapshot()).isEqualTo(made.snapshot());
    assertThat(trial.trial().orElseThrow().candidate())
        .as("it has the file")
        .isEqualTo(new InstanceId("i-3"));
    assertThat(RestoredSnapshots.of(fixture.view())).contains(made.snapshot());

    RecoveryFixture.trialEnds(fixture, Outcome.Result.DONE, "restored", Map.of("revision", 50L));
    Map<InstanceId, HeartbeatVersion> evidence = fixture.plan().heartbeatEvidence();
    CommitRecovery commit = commit(fixture);

    assertThat(commit.bootstrap().generation()).isEqualTo(new Generation(2));
    assertThat(commit.bootstrap().source().orElseThrow().leasesRenewedUntil())
        .as("what is salvaged has every renewal up to the loss, whenever its file was made")
        .contains(commit.next().since());
    assertThat(evidence.get(new InstanceId("i-3")))
        .as("the fence is checked with the commit")
        .isEqualTo(HeartbeatVersion.now(fixture.node("i-3").heartbeat(fixture)));
    assertThat(commit.next().holders().keySet())
        .extracting(InstanceId::value)
        .containsExactlyInAnyOrder("i-1", "i-2", "i-3");

    assertThat(advance(fixture).state()).isEqualTo(Recovery.State.SEEDING);
    RecoveryFixture.seederServes(fixture);
    NodeFixture seeder = RecoveryFixture.candidate(fixture);
    seeder.report = seeder.report.revoking(new RevokedLeases(2, 5));
    assertThat(advance(fixture).state()).isEqualTo(Recovery.State.SERVING);
    seeder.report = seeder.report.revoking(RevokedLeases.NONE);
    assertThat(RecoveryFixture.condition(fixture, Condition.Type.DATA_RESTORED))
        .hasValueSatisfying(
            what ->
                assertThat(what)
                    .contains(
                        "what was left on the disk of i-3",
                        "2 leases with 5 keys ended meanwhile and did not come back"));
  }

  /** An operator may approve hours after the loss: leases ended all the while. */
  @Test
  void leasesEndFromWhenNoQuorumWasSeen() {
    ClusterFixture fixture = twoTerminated();
    Instant lost = fixture.now.minus(Duration.ofHours(2));
    fixture.status =
        fixture.status.showing(
            Phase.NO_QUORUM,
            List.of(new Condition(Condition.Type.NO_QUORUM, "no quorum serves", lost)));

    assertThat(advance(fixture).lostAt()).contains(lost);
  }

  @Test
  void nothingIsFencedWhileAQuorumMayComeBack() {
    ClusterFixture fixture = RecoveryFixture.recorded();
    fixture.terminate("i-1");
    left(fixture.node("i-2"));
    left(fixture.node("i-3"));

    nothingBegins(fixture);
  }

  /** All are cut off from the table, and serve: silence proves nothing (I7). */
  @Test
  void silentVotersAreNotALostQuorum() {
    ClusterFixture fixture = RecoveryFixture.recorded();
    fixture.silence("i-1").silence("i-2");
    left(fixture.node("i-3"));

    nothingBegins(fixture);
  }

  @Test
  void rebootedAtOnceIsNotALostQuorum() {
    ClusterFixture fixture = RecoveryFixture.recorded();
    List.of("i-1", "i-2", "i-3").forEach(instance -> left(fixture.node(instance)));

    nothingBegins(fixture);
  }

  /** It may be the last good disk: it is waited for, and never terminated. */
  @Test
  void aSilentThirdIsWaitedFor() {
    ClusterFixture fixture = twoTerminated();
    fixture.silence("i-3");
    fixture.now = fixture.now.plus(Duration.ofHours(3));

    nothingBegins(fixture);
    RecoveryFixture.waitsNaming(fixture, "i-3");
    assertThat(fixture.plan().status().terminating(new InstanceId("i-3"))).isFalse();
  }

  /** What its agent calls unusable may be what is salvaged: it is not gone. */
  @ParameterizedTest
  @ValueSource(strings = {"DAMAGED", "ROLLED_BACK", "FOREIGN"})
  void anUnusableDirectoryIsNotGone(String data) {
    ClusterFixture fixture = RecoveryFixture.recorded();
    fixture.terminate("i-1");
    left(fixture.node("i-2"));
    fixture.node("i-2").data = DataState.valueOf(data);
    fixture.node("i-2").report =
        report(
            new DataHolding(DataHolding.State.UNKNOWN, Optional.empty(), "disk-i-2"),
            Optional.empty(),
            Optional.empty());
    left(fixture.node("i-3"));

    nothingBegins(fixture);
  }

  /** The others have agreed to be fewer: one that left is no lost voter. */
  @Test
  void votersThatLeftAreNotLost() {
    for (DataHolding.Cause cause :
        List.of(DataHolding.Cause.LEFT, DataHolding.Cause.REMOVED, DataHolding.Cause.LOST)) {
      ClusterFixture fixture = RecoveryFixture.recorded();
      fixture.terminate("i-1");
      RecoveryFixture.waiting(fixture.node("i-2"), cause);
      fixture.node("i-2").data = cause == DataHolding.Cause.LOST ? DataState.LOST : DataState.NONE;
      left(fixture.node("i-3"));
      if (cause == DataHolding.Cause.LOST) {
        assertThat(advance(fixture).state()).isEqualTo(Recovery.State.FENCING);
      } else {
        nothingBegins(fixture);
      }
    }
  }

  @Test
  void anAgentThatCannotBeFencedIsWaitedFor() {
    ClusterFixture fixture = twoTerminated();
    fixture.node("i-3").report = fixture.node("i-3").report.knowing(Set.of(Recovery.ABILITY));

    nothingBegins(fixture);
  }

  /** It has the file, but another that has not failed is asked before it is asked again. */
  @Test
  void whoMadeTheSnapshotIsNotAskedTwiceWhileThereIsAnother() {
    ClusterFixture fixture = salvaged();
    advance(fixture);
    RecoveryFixture.trialEnds(fixture, Outcome.Result.FAILED, "the disk is full", Map.of());
    advance(fixture);
    fixture.now = fixture.now.plus(Duration.ofMinutes(1));

    assertThat(advance(fixture).trial().orElseThrow().candidate()).isEqualTo(new InstanceId("i-4"));
  }

  /** Another run's word, another recovery's, another disk's: none is proof. */
  @Test
  void aStaleFenceIsNoProof() {
    ClusterFixture fixture = fencing();
    fence(fixture, "i-3", fenced(fixture, "an-earlier-boot", 2, 60));
    RecoveryFixture.waitsNaming(fixture, "i-3");

    NodeFixture node = fixture.node("i-3");
    fence(
        fixture,
        "i-3",
        new Fenced(Generation.FIRST, "recovery-1-other", node.incarnationNonce(), 2, 60));
    RecoveryFixture.waitsNaming(fixture, "i-3");
  }

  /** Its disk was another one: that may come back, and serve. */
  @Test
  void aFenceOnAnotherDiskIsNoProof() {
    ClusterFixture fixture = fencing();
    InstanceId left = new InstanceId("i-3");
    fixture.status =
        fixture.status.withData(
            fixture
                .status
                .data()
                .with(left, new Holder(Generation.FIRST, "another-disk", ClusterFixture.NOW)));
    fence(fixture, "i-3", 2, 60);

    RecoveryFixture.waitsNaming(fixture, "i-3");
  }

  /** Nobody knows who else may hold what the one that is left lacks. */
  @Test
  void withoutARecordOfHoldersNobodyIsFenced() {
    ClusterFixture fixture = twoTerminated();
    fixture.status = fixture.status.withData(DataHolders.UNRECORDED);

    nothingBegins(fixture);
  }

  /** It was rebooted after its fence was told, and has not proved it again. */
  @Test
  void nothingIsCommittedOnAFenceThatIsNotProvedNow() {
    ClusterFixture fixture = salvaged();
    advance(fixture);
    RecoveryFixture.trialEnds(fixture, Outcome.Result.DONE, "restored", Map.of("revision", 50L));
    NodeFixture node = fixture.node("i-3");
    Optional<Outcome> good = node.report.taskOutcome();
    left(node);
    node.report = report(node.report.holds().orElseThrow(), Optional.empty(), good);

    nothingBegins(fixture);
    RecoveryFixture.waitsNaming(fixture, "i-3: it holds data");
  }

  @Test
  void aSnapshotThatReachesFartherThanTheDirectoryComesFirst() {
    ClusterFixture fixture = fencing();
    fence(fixture, "i-3", 2, 54);

    Recovery next = advance(fixture);

    assertThat(next.state()).isEqualTo(Recovery.State.TRIAL);
    assertThat(next.source().orElseThrow().snapshot()).isEqualTo(RecoveryFixture.NEWER);
  }

  @Test
  void onATieTheDirectoryComesFirst() {
    ClusterFixture fixture = fencing();
    fence(fixture, "i-3", 2, 55);

    assertThat(advance(fixture).openSalvage()).isPresent();
  }

  /** A stale term's tail may be longer. */
  @Test
  void directoriesRankByTermBeforeIndex() {
    ClusterFixture fixture = threeOfFiveTerminated();
    assertThat(advance(fixture).state()).isEqualTo(Recovery.State.FENCING);
    fence(fixture, "i-4", 2, 900);
    fence(fixture, "i-5", 3, 70);

    assertThat(advance(fixture).openSalvage().orElseThrow().instance())
        .isEqualTo(new InstanceId("i-5"));
  }

  @Test
  void aBadDirectoryIsLeftForTheNextSource() {
    ClusterFixture fixture = salvaging();
    salvageEnds(fixture, Outcome.Result.FAILED, Map.of("verdict", "BAD"));
    assertThat(advance(fixture).salvages().getFirst().state()).isEqualTo(Salvage.State.BAD);

    assertThat(advance(fixture).source().orElseThrow().snapshot()).isEqualTo(RecoveryFixture.NEWER);
  }

  @Test
  void aSalvageThatCouldNotBeMadeIsMadeAgainAndNoLesserSourceTakesItsPlace() {
    ClusterFixture fixture = salvaging();
    salvageEnds(fixture, Outcome.Result.FAILED, Map.of("failure", "DISK_FULL"));
    Recovery waits = advance(fixture);
    assertThat(waits.tryAfter()).isPresent();
    nothingBegins(fixture);

    fixture.now = fixture.now.plus(Duration.ofMinutes(1));
    Salvage again = advance(fixture).openSalvage().orElseThrow();
    assertThat(again.number()).isEqualTo(2);
    assertThat(again.instance()).isEqualTo(new InstanceId("i-3"));
  }

  /** Whatever its log holds, its pages are not those of the others. */
  @ParameterizedTest
  @ValueSource(strings = {"i-4", "i-5"})
  @Guards("RECOVER")
  void ofDirectoriesThatEndEqualOneThatDifferedComesLast(String differing) {
    ClusterFixture fixture = threeOfFiveTerminated();
    SnapshotAgreementTest.differs(fixture, differing, 5);
    assertThat(advance(fixture).state()).isEqualTo(Recovery.State.FENCING);
    fence(fixture, "i-4", 3, 70);
    fence(fixture, "i-5", 3, 70);

    assertThat(advance(fixture).openSalvage().orElseThrow().instance().value())
        .isEqualTo(differing.equals("i-4") ? "i-5" : "i-4");
  }

  @Test
  void aDirectoryThatDifferedAndEndsLaterIsSalvaged() {
    ClusterFixture fixture = threeOfFiveTerminated();
    SnapshotAgreementTest.differs(fixture, "i-5", 5);
    advance(fixture);
    fence(fixture, "i-4", 3, 70);
    fence(fixture, "i-5", 3, 71);

    assertThat(advance(fixture).openSalvage().orElseThrow().instance())
        .isEqualTo(new InstanceId("i-5"));
  }

  /** Five voters of whom three are terminated. */
  static ClusterFixture threeOfFiveTerminated() {
    ClusterFixture fixture = RecoveryFixture.recorded(5);
    List.of("i-1", "i-2", "i-3").forEach(fixture::terminate);
    left(fixture.node("i-4"));
    left(fixture.node("i-5"));
    return fixture;
  }
}
