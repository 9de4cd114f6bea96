package io.quorate.agent.heartbeat;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.execution.Journals;
import io.quorate.agent.execution.NodeDescription;
import io.quorate.memory.InMemoryRecordStore;
import io.quorate.model.ClusterName;
import io.quorate.state.Heartbeat;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Another agent's row, and when it counts as one that nobody writes any more. */
class RowOfAnotherTest {
  private static final NodeDescription SELF =
      new NodeDescription(
          new ClusterName("demo"), Journals.NODE, "zone", Journals.ENDPOINTS, "test");
  private final InMemoryRecordStore store = new InMemoryRecordStore();

  @Test
  void anotherAgentsRowCountsAsAbandonedOnlyAfterThreeOfItsHeartbeats() {
    HeartbeatComposer composer = Composers.of(SELF, "boot");
    HeartbeatWriter writer = writer(Optional.empty());
    assertThat(writer.write(next(composer, 0), 0)).isTrue();
    Heartbeat other = next(Composers.of(SELF, "another boot"), 0);
    assertThat(writer(Optional.of(next(composer, 0))).write(other, 0)).isTrue();
    assertThat(writer.write(next(composer, 1), 1)).isFalse();

    assertThat(writer.write(next(composer, 90_000), 90_000)).isFalse();
    assertThat(writer.write(next(composer, 90_001), 90_001)).isTrue();
  }

  @Test
  void anotherAgentThatGoesOnIsNeverWrittenOver() {
    HeartbeatComposer another = Composers.of(SELF, "another boot");
    HeartbeatWriter theirs = writer(Optional.empty());
    Heartbeat mine = next(Composers.of(SELF, "boot"), 0);
    HeartbeatWriter writer = writer(Optional.empty());
    for (int i = 1; i <= 20; i++) {
      long now = 85_000L * i;
      assertThat(theirs.write(next(another, now), now)).isTrue();
      assertThat(writer.write(mine, now + 1)).isFalse();
    }
    assertThat(writer.replaced()).isTrue();
  }

  private HeartbeatWriter writer(Optional<Heartbeat> row) {
    return new HeartbeatWriter(store, row, () -> 30_000);
  }

  private static Heartbeat next(HeartbeatComposer of, long now) {
    return of.next(
        Journals.serving(),
        ProbeResult.nothing(),
        Optional.empty(),
        false,
        Optional.empty(),
        Instant.EPOCH,
        now);
  }
}
