package io.quorate.agent.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.AwayStore;
import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.execution.CommandProgress;
import io.quorate.agent.execution.DataVerdict;
import io.quorate.agent.execution.Journals;
import io.quorate.agent.heartbeat.ProbeResult;
import io.quorate.command.LeaveCluster;
import io.quorate.command.Outcome;
import io.quorate.model.MemberId;
import io.quorate.state.DataState;
import io.quorate.state.EtcdRuns;
import io.quorate.state.Lineage;
import io.quorate.state.MemberStatus;
import io.quorate.state.ProcessState;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What {@code /readyz} says, by the journal and the own etcd. */
class ReadinessTest extends LoopsOverModel {
  private static final Optional<MemberId> LEADER = Optional.of(new MemberId(0xb2));
  private static final ProbeResult VOTER = view(ProcessState.ANSWERING, LEADER, false);

  @Test
  void aMemberThatServesIsReadyThoughItsAgentRestartsWhileTheStoreIsAway() {
    firstServes();

    assertThat(restartedWithoutAStore().snapshot().unready()).isEmpty();
  }

  @Test
  void aMemberThatIsStartedWhileTheStoreIsAwayIsReadyOnceItServes() {
    firstServes();
    world.killEtcd();

    AgentLoops second = boot(world.ports(), new AwayStore(), world.ports().etcd());
    second.start(Optional.empty());
    assertThat(second.snapshot().unready()).isPresent();
    seconds(second, 20);

    assertThat(second.snapshot().unready()).isEmpty();
  }

  private AgentLoops restartedWithoutAStore() {
    AgentLoops second = boot(world.ports(), new AwayStore(), world.ports().etcd());
    assertThat(second.adopt()).isTrue();
    second.start(second.readAtStart());
    seconds(second, 5);
    return second;
  }

  @Test
  void aDiskWithoutAMemberIsNotReady() {
    assertThat(Readiness.obstacle(Journals.memberless(), VOTER, Optional.empty()))
        .hasValueSatisfying(why -> assertThat(why).contains("no member"));
  }

  @Test
  void aFencedMemberIsNotReadyThoughItsEtcdAnswers() {
    DataVerdict fenced = new DataVerdict(DataState.SUPERSEDED, "fenced for recovery-1");

    assertThat(obstacle(Journals.serving().edit().verdict(fenced).done(), VOTER))
        .isEqualTo("the data of this node's member is SUPERSEDED: fenced for recovery-1");
  }

  @Test
  void aMemberThatLeavesIsNotReadyUntilThatIsUndone() {
    CommandProgress leave =
        new CommandProgress(
            new LeaveCluster(
                Journals.header(),
                Journals.CLUSTER,
                Journals.MEMBER,
                List.of("http://10.0.0.2:2379"),
                60_000),
            "MOVE_LEADER",
            Map.of(),
            0,
            Optional.empty());
    assertThat(obstacle(Journals.serving().edit().progress(leave).done(), VOTER))
        .contains("leaves the cluster");

    CommandProgress undone =
        leave.undoing("CONCLUDE", new CommandProgress.Undo(Outcome.Result.CANCELLED, "cancelled"));
    assertThat(
            Readiness.obstacle(
                Journals.serving().edit().progress(undone).done(), VOTER, Optional.empty()))
        .isEmpty();
  }

  @Test
  void aLearnerIsNotReady() {
    assertThat(obstacle(Journals.serving(), view(ProcessState.ANSWERING, LEADER, true)))
        .contains("learner");
  }

  @Test
  void aMemberWithoutALeaderIsNotReady() {
    assertThat(obstacle(Journals.serving(), view(ProcessState.ANSWERING, Optional.empty(), false)))
        .contains("no leader");
  }

  /** A member that is halted has no etcd that runs. */
  @Test
  void anEtcdThatDoesNotAnswerIsNotReady() {
    assertThat(obstacle(Journals.serving(), view(ProcessState.STOPPED, LEADER, false)))
        .isEqualTo("etcd does not answer: process=STOPPED");
    assertThat(obstacle(Journals.serving(), view(ProcessState.UNRESPONSIVE, LEADER, false)))
        .isEqualTo("etcd does not answer: process=UNRESPONSIVE");
  }

  @Test
  void aRecordThatWasReadForbidsWhereItIsNotFinal() {
    Lineage committed = Journals.lineage(Journals.UID, 2).orElseThrow();
    AgentJournal journal = Journals.serving();

    assertThat(Readiness.obstacle(journal, VOTER, Optional.of(committed))).isEmpty();
    assertThat(Readiness.obstacle(journal, VOTER, Optional.of(committed.deleted())))
        .contains("the cluster was deleted");
    assertThat(
            Readiness.obstacle(
                journal,
                VOTER,
                Optional.of(
                    new Lineage(Journals.UID, Lineage.State.COMMITTING, committed.bootstrap()))))
        .hasValueSatisfying(why -> assertThat(why).contains("final"));
  }

  @Test
  void aMemberThatIsDefragmentedIsNotReady() {
    assertThat(
            Readiness.obstacle(
                Journals.serving(),
                VOTER,
                Optional.empty(),
                Optional.of("DEFRAGMENT: 2 GiB"),
                false))
        .contains("etcd answers nothing for a while: DEFRAGMENT: 2 GiB");
  }

  @Test
  void aMemberThatIsClosedToClientsIsNotReady() {
    assertThat(
            Readiness.obstacle(Journals.serving(), VOTER, Optional.empty(), Optional.empty(), true))
        .hasValueSatisfying(why -> assertThat(why).contains("closed to clients until"));
  }

  private static String obstacle(AgentJournal journal, ProbeResult view) {
    return Readiness.obstacle(journal, view, Optional.empty()).orElseThrow();
  }

  private static ProbeResult view(
      ProcessState process, Optional<MemberId> leader, boolean learner) {
    MemberStatus status =
        new MemberStatus(
            Journals.MEMBER,
            Journals.CLUSTER,
            leader,
            learner,
            1,
            1,
            1,
            1,
            1,
            1,
            "3.5.30",
            List.of());
    return new ProbeResult(
        process,
        Optional.empty(),
        Optional.empty(),
        EtcdRuns.UNTOLD,
        process == ProcessState.ANSWERING ? Optional.of(status) : Optional.empty(),
        Optional.empty(),
        List.of());
  }
}
