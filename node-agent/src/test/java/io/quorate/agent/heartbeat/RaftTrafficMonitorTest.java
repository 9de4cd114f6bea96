package io.quorate.agent.heartbeat;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.execution.Journals;
import io.quorate.model.MemberId;
import io.quorate.state.MemberStatus;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RaftTrafficMonitorTest {
  private static final MemberId OWN = new MemberId(7);
  private static final MemberId LIVES = new MemberId(1);
  private static final MemberId HANGS = new MemberId(2);

  private final RaftTrafficMonitor raftTraffic = new RaftTrafficMonitor();

  private static MemberStatus status(Optional<MemberId> leader, long term) {
    return new MemberStatus(
        OWN, Journals.CLUSTER, leader, false, 1, term, 1, 1, 1, 1, "3.5.30", List.of());
  }

  private Optional<Set<MemberId>> leads(long second, long lives, long hangs) {
    return hear(Optional.of(OWN), 4, second, lives, hangs);
  }

  private Optional<Set<MemberId>> hear(
      Optional<MemberId> leader, long term, long second, long lives, long hangs) {
    return raftTraffic.hear(
        status(leader, term), Map.of(LIVES, lives, HANGS, hangs), second * 1_000);
  }

  @Test
  void whoeverSendsNothingMoreIsNotHeard() {
    leads(0, 10, 10);
    assertThat(leads(3, 20, 10)).contains(Set.of(LIVES));
    assertThat(leads(6, 30, 10)).contains(Set.of(LIVES));
  }

  @Test
  void oneSampleOrAnOldOneSaysNothing() {
    assertThat(leads(0, 10, 10)).isEmpty();
    assertThat(leads(1, 10, 10)).isEmpty();
    assertThat(leads(100, 10, 10)).isEmpty();
  }

  @Test
  void whatAFollowerHeardSaysNothingOnceItLeads() {
    hear(Optional.of(HANGS), 4, 0, 0, 10);
    hear(Optional.of(HANGS), 4, 3, 0, 20);

    assertThat(hear(Optional.of(OWN), 5, 4, 0, 20)).as("right after the election").isEmpty();
    assertThat(hear(Optional.of(OWN), 5, 6, 10, 20)).isEmpty();
    assertThat(hear(Optional.of(OWN), 5, 7, 20, 20)).as("a whole window").contains(Set.of(LIVES));
  }

  @Test
  void aNewTermOrNoLeaderBeginsAnew() {
    leads(0, 10, 10);
    leads(3, 20, 10);
    assertThat(hear(Optional.of(OWN), 6, 4, 30, 10)).as("the same leader, elected again").isEmpty();
    leads(10, 10, 10);
    leads(13, 20, 10);
    assertThat(hear(Optional.empty(), 4, 14, 30, 10)).isEmpty();
    assertThat(leads(15, 30, 10)).isEmpty();
  }

  @Test
  void countersThatAreSetBackOrMissingBeginAnew() {
    leads(0, 1_000, 1_000);
    leads(3, 2_000, 1_000);
    assertThat(leads(4, 10, 0)).as("the own etcd was restarted").isEmpty();
    assertThat(leads(7, 20, 0)).contains(Set.of(LIVES));
    assertThat(raftTraffic.hear(status(Optional.of(OWN), 4), Map.of(), 8_000))
        .as("a page without counters")
        .isEmpty();
  }
}
