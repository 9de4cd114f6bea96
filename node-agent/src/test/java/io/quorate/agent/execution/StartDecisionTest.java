package io.quorate.agent.execution;

import static io.quorate.agent.execution.Journals.CLUSTER;
import static io.quorate.agent.execution.Journals.MEMBER;
import static io.quorate.agent.execution.Journals.NONCE;
import static io.quorate.agent.execution.Journals.UID;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.port.DataDisk.View;
import io.quorate.guards.Guards;
import io.quorate.model.ClusterUid;
import io.quorate.model.EtcdClusterId;
import io.quorate.model.FencingToken;
import io.quorate.model.MemberId;
import io.quorate.state.DataState;
import io.quorate.state.Heartbeat;
import io.quorate.state.Lineage;
import io.quorate.state.Watermark;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Row by row, what may start (I10, I11). */
class StartDecisionTest {
  private static final View INTACT = holds(CLUSTER, MEMBER, NONCE, 4, 40);

  private static View holds(
      EtcdClusterId cluster, MemberId member, String nonce, long term, long index) {
    return new View.Holds(cluster, member, nonce, term, index);
  }

  @Test
  @Guards("StartResult.StartExisting")
  void startsWhereJournalAndDirectoryAgreeThoughTheRecordIsUnreachable() {
    assertThat(decide(Journals.serving(), INTACT)).isInstanceOf(StartResult.StartExisting.class);
  }

  static Stream<Arguments> unusable() {
    return Stream.of(
        Arguments.of(
            "other cluster id", holds(new EtcdClusterId(9), MEMBER, NONCE, 4, 40), "FOREIGN"),
        Arguments.of("other member id", holds(CLUSTER, new MemberId(9), NONCE, 4, 40), "FOREIGN"),
        Arguments.of("other nonce", holds(CLUSTER, MEMBER, "other", 4, 40), "FOREIGN"),
        Arguments.of("index behind", holds(CLUSTER, MEMBER, NONCE, 4, 39), "ROLLED_BACK"),
        Arguments.of("term behind", holds(CLUSTER, MEMBER, NONCE, 3, 41), "ROLLED_BACK"),
        Arguments.of("missing", new View.Missing(), "LOST"),
        Arguments.of("empty", new View.Empty(), "LOST"),
        Arguments.of("damaged", new View.Damaged("crc"), "DAMAGED"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("unusable")
  void dataThatIsNotTheJournalsNeverStarts(String what, View view, DataState state) {
    assertThat(verdict(decide(Journals.serving(), view))).as(what).isEqualTo(state);
  }

  @Test
  @Guards("DataState.LOST")
  void aLogWithoutItsBootstrapIsLost() {
    AgentJournal young =
        Journals.memberless()
            .edit()
            .memberCreated(Journals.member().learned(Watermark.NONE, java.util.List.of()))
            .done();
    assertThat(verdict(decide(young, holds(CLUSTER, MEMBER, NONCE, 1, 2))))
        .isEqualTo(DataState.LOST);
    assertThat(decide(young, holds(CLUSTER, MEMBER, NONCE, 1, 3)))
        .isInstanceOf(StartResult.StartExisting.class);
  }

  @Test
  @Guards("StartResult.Unusable")
  void aVerdictIsFinalThoughTheDataLooksGood() {
    AgentJournal judged =
        Journals.serving().edit().verdict(new DataVerdict(DataState.DAMAGED, "once")).done();
    assertThat(verdict(decide(judged, INTACT))).isEqualTo(DataState.DAMAGED);
  }

  @Test
  @Guards("DataState.FOREIGN")
  void dataThatNoJournalKnowsIsForeign() {
    assertThat(verdict(decide(Journals.memberless(), INTACT))).isEqualTo(DataState.FOREIGN);
    assertThat(verdict(decide(Journals.memberless(), new View.Damaged("crc"))))
        .isEqualTo(DataState.FOREIGN);
  }

  @Test
  @Guards("StartResult.WaitForRecord")
  void aDiskWithoutMemberWaitsForTheRecord() {
    assertThat(decide(Journals.memberless(), new View.Missing()))
        .isInstanceOf(StartResult.WaitForRecord.class);
    assertThat(decide(Journals.memberless(), new View.Empty()))
        .isInstanceOf(StartResult.WaitForRecord.class);
  }

  @Test
  @Guards("StartResult.LeaveToSteps")
  void whatAnInstructionBeganIsLeftToItsSteps() {
    AgentJournal joining = Journals.joining(Journals.memberless());
    assertThat(decide(joining, INTACT)).isInstanceOf(StartResult.LeaveToSteps.class);
    AgentJournal unstarted =
        Journals.joining(Journals.memberless()).edit().memberCreated(neverStarted()).done();
    assertThat(decide(unstarted, new View.Empty())).isInstanceOf(StartResult.LeaveToSteps.class);
    AgentJournal started =
        Journals.joining(Journals.memberless())
            .edit()
            .memberCreated(neverStarted().markStarted())
            .done();
    assertThat(verdict(decide(started, new View.Empty()))).isEqualTo(DataState.LOST);
  }

  private static JournalMember neverStarted() {
    JournalMember member = Journals.member();
    return new JournalMember(
        member.identity(),
        member.directory(),
        member.clusterToken(),
        member.initialCluster(),
        0,
        false,
        Watermark.NONE,
        member.contacts());
  }

  @Test
  @Guards("DataState.SUPERSEDED")
  void aNewerGenerationSupersedesAnOlderOneForbidsNothing() {
    assertThat(verdict(decide(Journals.lineage(UID, 3)))).isEqualTo(DataState.SUPERSEDED);
    assertThat(decide(Journals.lineage(UID, 2))).isInstanceOf(StartResult.StartExisting.class);
    assertThat(decide(Journals.lineage(UID, 1))).isInstanceOf(StartResult.StartExisting.class);
  }

  @Test
  @Guards({"StartResult.Halt", "RecordCheck#1"})
  void anotherUidHalts() {
    assertThat(decide(Journals.lineage(new ClusterUid("other"), 2)))
        .isInstanceOf(StartResult.Halt.class);
  }

  /** A table of another UID says nothing about the disk. */
  @Test
  void aHaltHidesNoVerdict() {
    Optional<Lineage> other = Journals.lineage(new ClusterUid("other"), 2);
    AgentJournal journal = Journals.serving();

    assertThat(verdict(StartDecision.decide(journal, new View.Missing(), other, Optional.empty())))
        .isEqualTo(DataState.LOST);
    assertThat(
            verdict(
                StartDecision.decide(journal, new View.Damaged("torn"), other, Optional.empty())))
        .isEqualTo(DataState.DAMAGED);
  }

  @Test
  @Guards("RecordCheck#2")
  void nothingOfADeletedClusterStarts() {
    assertThat(decide(Journals.lineage(Journals.UID, 2).map(io.quorate.state.Lineage::deleted)))
        .isInstanceOf(StartResult.Halt.class);
  }

  @Test
  @Guards({"DataState.ROLLED_BACK", "RecordCheck#3"})
  void moreBootsReportedOfThisDiskThanItsJournalCountsIsARollback() {
    assertThat(verdict(decide(Journals.row("disk", 5)))).isEqualTo(DataState.ROLLED_BACK);
    assertThat(verdict(decide(Journals.row("disk", 6)))).isEqualTo(DataState.ROLLED_BACK);
    assertThat(decide(Journals.row("disk", 4))).isInstanceOf(StartResult.StartExisting.class);
    assertThat(decide(Journals.row("another", 9))).isInstanceOf(StartResult.StartExisting.class);
  }

  @Test
  @Guards("RecordCheck#4")
  void aTokenReportedOfThisDiskThatItsJournalHasNotSeenIsARollback() {
    Heartbeat row = Journals.row("disk", 4);
    assertThat(verdict(decide(Journals.seeing(row, new FencingToken(21)))))
        .isEqualTo(DataState.ROLLED_BACK);
    assertThat(decide(Journals.seeing(row, new FencingToken(20))))
        .isInstanceOf(StartResult.StartExisting.class);
    assertThat(decide(Journals.seeing(Journals.row("another", 4), new FencingToken(21))))
        .isInstanceOf(StartResult.StartExisting.class);
  }

  @Test
  @Guards("RecordCheck#5")
  void anEarlierDiskDoesNotStartOnceItsNodeWasAnotherMemberOnAnotherDisk() {
    assertThat(verdict(decide(Journals.rowOf("another", new MemberId(9)))))
        .isEqualTo(DataState.ROLLED_BACK);
    assertThat(decide(Journals.rowOf("another", MEMBER)))
        .isInstanceOf(StartResult.StartExisting.class);
  }

  @Test
  @Guards("DataState.ROLLED_BACK")
  void aLogThatEndsBeforeTheReportedWatermarkIsRolledBack() {
    assertThat(verdict(decide(Journals.rowAt(new Watermark(4, 41)))))
        .isEqualTo(DataState.ROLLED_BACK);
    assertThat(verdict(decide(Journals.rowAt(new Watermark(5, 40)))))
        .isEqualTo(DataState.ROLLED_BACK);
    assertThat(verdict(decide(Journals.row("another", 9, MEMBER, new Watermark(4, 41)))))
        .as("told on by a disk that was in its place")
        .isEqualTo(DataState.ROLLED_BACK);
    assertThat(decide(Journals.rowAt(new Watermark(4, 40))))
        .isInstanceOf(StartResult.StartExisting.class);
  }

  @Test
  void aDirectoryNeverUsedWhoseMemberReportedAWatermarkIsRolledBack() {
    AgentJournal unstarted =
        Journals.joining(Journals.memberless()).edit().memberCreated(neverStarted()).done();

    StartResult start =
        StartDecision.decide(
            unstarted,
            new View.Empty(),
            Optional.empty(),
            Optional.of(Journals.rowAt(new Watermark(4, 40))));

    assertThat(verdict(start)).isEqualTo(DataState.ROLLED_BACK);
  }

  private static StartResult decide(AgentJournal journal, View view) {
    return StartDecision.decide(journal, view, Optional.empty(), Optional.empty());
  }

  private static StartResult decide(Optional<Lineage> lineage) {
    return StartDecision.decide(Journals.serving(), INTACT, lineage, Optional.empty());
  }

  private static StartResult decide(Heartbeat row) {
    return StartDecision.decide(Journals.serving(), INTACT, Optional.empty(), Optional.of(row));
  }

  private static DataState verdict(StartResult start) {
    assertThat(start).isInstanceOf(StartResult.Unusable.class);
    return ((StartResult.Unusable) start).verdict().state();
  }
}
