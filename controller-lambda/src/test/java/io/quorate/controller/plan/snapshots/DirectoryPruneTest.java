package io.quorate.controller.plan.snapshots;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.CommandKind;
import io.quorate.command.Lane;
import io.quorate.command.Outcome;
import io.quorate.command.PruneDirectories;
import io.quorate.controller.decision.Decision;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.StartCommand;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.NodeFixture;
import io.quorate.controller.fixture.SnapshotFixture;
import io.quorate.model.EtcdClusterId;
import io.quorate.model.InstanceId;
import io.quorate.snapshot.LogEnd;
import io.quorate.snapshot.SnapshotManifest;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.state.OldLog;
import io.quorate.state.PutAside;
import io.quorate.state.Status;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** An archived directory is deleted once a verified snapshot covers it (I6). */
class DirectoryPruneTest {
  private static final String KEEPS = "i-2";

  /** Node i-2 keeps a directory of the serving cluster that ends here; a snapshot reaches 2/60. */
  private static SnapshotFixture keeps(long term, long index) {
    SnapshotFixture fixture = SnapshotFixture.of(3).spec("interval: off");
    fixture.catalogue(verified(fixture));
    aside(fixture, new LogEnd(serving(fixture), term, index));
    return fixture;
  }

  private static EtcdClusterId serving(SnapshotFixture fixture) {
    return fixture.cluster.lineage.bootstrap().orElseThrow().clusterId();
  }

  private static void aside(SnapshotFixture fixture, LogEnd... ends) {
    NodeFixture node = fixture.cluster.node(KEEPS);
    node.report = node.report.puttingAside(new PutAside(ends.length, 64_000_000, List.of(ends)));
  }

  private static SnapshotRecord verified(SnapshotFixture fixture) {
    SnapshotRecord known = SnapshotFixture.verified(Duration.ofMinutes(5), 50);
    return SnapshotRecord.taken(of(known.manifest(), serving(fixture)))
        .verifiedBy(known.verified().orElseThrow());
  }

  private static SnapshotManifest of(SnapshotManifest of, EtcdClusterId cluster) {
    return new SnapshotManifest(
        of.id(),
        of.cluster(),
        of.uid(),
        cluster,
        of.member(),
        of.instance(),
        of.dataKey(),
        of.position(),
        of.etcdVersion(),
        of.sizeBytes(),
        of.sha256(),
        of.hash(),
        of.takenAt(),
        of.because(),
        of.quorateVersion());
  }

  private static Optional<PruneDirectories> told(SnapshotFixture fixture) {
    return fixture.cluster.plan().decision() instanceof StartCommand start
            && start.command() instanceof PruneDirectories prune
        ? Optional.of(prune)
        : Optional.empty();
  }

  @Test
  void keepsWhatAMemberWhoseDataDifferedLeftBehind() {
    SnapshotFixture fixture = keeps(2, 60);
    Status status = fixture.cluster.status;
    fixture.cluster.status =
        status.withTasks(
            status
                .tasks()
                .withComparison(
                    status
                        .tasks()
                        .comparison()
                        .curing(new InstanceId(KEEPS), ClusterFixture.NOW, gone -> false)));

    assertThat(told(fixture)).isEmpty();
  }

  @Test
  void itsNodeIsToldUpToWhereTheVerifiedSnapshotReaches() {
    SnapshotFixture fixture = keeps(2, 60);

    assertThat(told(fixture))
        .hasValueSatisfying(
            prune -> {
              assertThat(prune.header().executor()).isEqualTo(new InstanceId(KEEPS));
              assertThat(prune.covered()).containsExactly(new LogEnd(serving(fixture), 2, 60));
            });
  }

  @Test
  void whatEndsPastTheSnapshotIsKept() {
    assertThat(told(keeps(2, 61))).isEmpty();
    assertThat(told(keeps(3, 1))).isEmpty();
  }

  @Test
  void aSnapshotThatNobodyRestoredCoversNothing() {
    SnapshotFixture fixture = keeps(2, 60);
    fixture.catalogue(SnapshotRecord.taken(verified(fixture).manifest()));

    assertThat(told(fixture)).isEmpty();
  }

  @Test
  void aSnapshotOfAnotherEtcdClusterCoversNothing() {
    SnapshotFixture fixture = keeps(2, 60);
    SnapshotRecord known = verified(fixture);
    fixture.catalogue(
        SnapshotRecord.taken(of(known.manifest(), new EtcdClusterId(7)))
            .verifiedBy(known.verified().orElseThrow()));

    assertThat(told(fixture)).isEmpty();
  }

  @Test
  void aDirectoryOfAClusterThatNoGenerationWasIsKept() {
    SnapshotFixture fixture = keeps(2, 60);
    aside(fixture, new LogEnd(new EtcdClusterId(7), 1, 1));

    assertThat(told(fixture)).isEmpty();
  }

  @Test
  void nothingIsDeletedWhileNoQuorumServes() {
    SnapshotFixture fixture = keeps(2, 60);
    fixture.cluster.node("i-1").quorumProven = false;
    fixture.cluster.node("i-3").quorumProven = false;

    assertThat(told(fixture)).isEmpty();
  }

  @Test
  void anAgentThatDoesNotKnowTheKindIsNotTold() {
    SnapshotFixture fixture = keeps(2, 60);
    PutAside aside = fixture.cluster.node(KEEPS).report.putAside().orElseThrow();
    fixture.knows(KEEPS, CommandKind.TAKE_SNAPSHOT);
    NodeFixture node = fixture.cluster.node(KEEPS);
    node.report = node.report.puttingAside(aside);

    assertThat(told(fixture)).isEmpty();
  }

  /** Of an earlier generation what the next one began with is the bound, verified or not. */
  @Test
  void aDirectoryOfAnEarlierGenerationIsDeletedUpToTheFork() {
    SnapshotFixture fixture = second(new LogEnd(new EtcdClusterId(7), 2, 55));

    assertThat(told(fixture).map(PruneDirectories::covered))
        .contains(List.of(new LogEnd(new EtcdClusterId(7), 2, 55)));
    assertThat(told(second(new LogEnd(new EtcdClusterId(7), 2, 56)))).isEmpty();
  }

  /** Generation 2 serves; it began with a snapshot of cluster 7 at term 2, index 55. */
  private static SnapshotFixture second(LogEnd end) {
    ClusterFixture cluster = DivergentDataTest.second();
    SnapshotFixture fixture = new SnapshotFixture(cluster).spec("interval: off");
    fixture.catalogue(
        cluster.records.snapshots().stream()
            .map(record -> SnapshotRecord.taken(of(record.manifest(), new EtcdClusterId(7))))
            .toArray(SnapshotRecord[]::new));
    fixture.knows(KEEPS, CommandKind.of(Lane.MAINTENANCE).toArray(CommandKind[]::new));
    aside(fixture, end);
    return fixture;
  }

  /** Also when a copy stands in the bucket: an operator has not seen it. */
  @Test
  void aNodeWithADivergentDirectoryIsToldOnceThatIsAcknowledged() {
    SnapshotFixture fixture = second(new LogEnd(new EtcdClusterId(7), 2, 55));
    NodeFixture node = fixture.cluster.node(KEEPS);
    node.report = node.report.archiving(DivergentDataTest.log(1, 2, 56));
    Status seen = fixture.cluster.plan().status().withTasks(fixture.cluster.status.tasks());
    List<OldLog> copied =
        seen.data().oldLogs().stream().map(old -> old.copiedTo("copy.tar")).toList();
    assertThat(copied).extracting(OldLog::divergent).containsExactly(true);

    fixture.cluster.status = seen.withData(seen.data().withOldLogs(copied));
    assertThat(told(fixture)).isEmpty();

    fixture.cluster.status =
        seen.withData(seen.data().withOldLogs(copied.stream().map(OldLog::acknowledged).toList()));
    assertThat(told(fixture)).isPresent();
  }

  /** Else it would be told so in every turn. */
  @Test
  void aNodeThatDeletedNothingIsToldAgainLater() {
    SnapshotFixture fixture = keeps(2, 60);
    PutAside aside = fixture.cluster.node(KEEPS).report.putAside().orElseThrow();
    fixture.cluster.status = fixture.cluster.plan().status();
    fixture.answers(KEEPS, Outcome.Result.DONE, Map.of("deleted", 0L), "deleted 0");
    fixture.cluster.status = fixture.cluster.plan().status();
    NodeFixture node = fixture.cluster.node(KEEPS);
    node.report = node.report.puttingAside(aside);

    assertThat(told(fixture)).isEmpty();
    fixture.cluster.now = fixture.cluster.now.plus(Duration.ofMinutes(1));
    assertThat(told(fixture)).isPresent();
  }

  @Test
  void whatWasDeletedIsInTheJournal() {
    SnapshotFixture fixture = keeps(2, 60);
    fixture.cluster.status = fixture.cluster.plan().status();
    fixture.answers(KEEPS, Outcome.Result.DONE, Map.of("deleted", 1L), "deleted 1 directories");

    Plan closed = fixture.cluster.plan();

    assertThat(closed.decision()).extracting(Decision::code).isEqualTo("CLOSE_TASK");
    assertThat(closed.decision().toString()).contains("deleted 1 directories");
  }
}
