package io.quorate.agent.heartbeat;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.port.Reply;
import io.quorate.model.EtcdClusterId;
import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.spec.SpecReader;
import io.quorate.state.EtcdRuns;
import io.quorate.state.MemberStatus;
import io.quorate.state.ProcessState;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The leader's agent tells how often users and roles have changed. */
class AuthWatchTest {
  private static final MemberId OWN = new MemberId(1);
  private static final ProbeResult LEADS = seen(OWN);
  private static final ProbeResult FOLLOWS = seen(new MemberId(2));
  private static final AgentJournal DECLARED = journal("auth: {enabled: false}\n");
  private static final AgentJournal NOTHING = journal("");

  private int asked;
  private long now = 1;
  private Reply<Long> etcd = new Reply.Answered<>(7L);
  private final AuthWatch watch =
      new AuthWatch(
          () -> {
            asked++;
            return etcd;
          },
          () -> now);

  private static AgentJournal journal(String section) {
    return AgentJournal.fresh(new InstanceId("i-1"), "disk")
        .edit()
        .spec(SpecReader.read("name: demo\netcd: {version: 3.5}\n" + section).orThrow())
        .done();
  }

  private static ProbeResult seen(MemberId leader) {
    MemberStatus status =
        new MemberStatus(
            OWN,
            EtcdClusterId.parse("cdf818194e3a8c32"),
            Optional.of(leader),
            false,
            1,
            2,
            3,
            3,
            4096,
            4096,
            "3.5.33",
            List.of());
    return new ProbeResult(
        ProcessState.ANSWERING,
        Optional.empty(),
        Optional.empty(),
        EtcdRuns.UNTOLD,
        Optional.of(status),
        Optional.empty(),
        List.of());
  }

  @Test
  void theLeadersAgentTellsItWhereTheSpecSaysWhatItIsToBe() {
    assertThat(watch.look(DECLARED, FOLLOWS)).isZero();
    assertThat(watch.look(NOTHING, LEADS)).isZero();
    assertThat(asked).isZero();
    assertThat(watch.look(DECLARED, LEADS)).isEqualTo(7);
  }

  @Test
  void isAskedForEveryFifteenSeconds() {
    watch.look(DECLARED, LEADS);
    etcd = new Reply.Answered<>(8L);
    now += 14_999;
    assertThat(watch.look(DECLARED, LEADS)).isEqualTo(7);
    now += 1;
    assertThat(watch.look(DECLARED, LEADS)).isEqualTo(8);
    assertThat(asked).isEqualTo(2);
  }

  @Test
  void keepsWhatItSawWhileEtcdDoesNotAnswerAndForgetsItWhenAnotherLeads() {
    watch.look(DECLARED, LEADS);
    etcd = new Reply.Unknown<>("no answer");
    now += 15_000;
    assertThat(watch.look(DECLARED, LEADS)).isEqualTo(7);

    assertThat(watch.look(DECLARED, FOLLOWS)).isZero();
    assertThat(watch.look(DECLARED, LEADS)).isZero();
  }
}
