package io.quorate.cli.picture;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cli.NodeSample;
import io.quorate.cli.Sample;
import io.quorate.guards.Guards;
import io.quorate.state.Condition;
import io.quorate.state.Heartbeat;
import io.quorate.state.Lineage;
import io.quorate.state.Phase;
import io.quorate.state.UnansweredCall;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SilencesTest {
  private static List<Condition.Type> of(Sample sample) {
    return Silences.of(sample.summary()).stream().map(Condition::type).toList();
  }

  private static Sample heartbeats(long... secondsAgo) {
    Sample sample = Sample.healthy();
    IntStream.range(0, secondsAgo.length)
        .mapToObj(i -> at(i + 1, Sample.NOW.minusSeconds(secondsAgo[i])))
        .forEach(sample::node);
    return sample;
  }

  private static Heartbeat at(int n, Instant at) {
    return NodeSample.of(n).at(at).build();
  }

  @ParameterizedTest
  @ValueSource(longs = {-3600, 0, 61, 119, 140})
  void saysNothingWhenATurnBeganLately(long secondsAgo) {
    assertThat(of(Sample.healthy().lastTurn(Duration.ofSeconds(secondsAgo)))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(longs = {141, 150, 864_000})
  @Guards("CONTROLLER_SILENT")
  void namesTheControllerWhenNoTurnBeganLately(long secondsAgo) {
    List<Condition> found =
        Silences.of(Sample.healthy().lastTurn(Duration.ofSeconds(secondsAgo)).summary());

    assertThat(found)
        .singleElement()
        .satisfies(
            held -> {
              assertThat(held.type()).isEqualTo(Condition.Type.CONTROLLER_SILENT);
              assertThat(held.since()).isEqualTo(Sample.NOW.minusSeconds(secondsAgo));
            });
  }

  @Test
  void namesTheControllerWhenItNeverHadATurnSinceTheApply() {
    assertThat(of(Sample.unbootstrapped().neverTurned()))
        .containsExactly(Condition.Type.CONTROLLER_SILENT);
  }

  @Test
  @Guards("AGENTS_SILENT")
  void namesTheAgentsOnlyWhenEveryHeartbeatIsOld() {
    assertThat(of(heartbeats(105, 101, 500))).containsExactly(Condition.Type.AGENTS_SILENT);
    assertThat(of(heartbeats(105, 99, 500))).isEmpty();
    assertThat(of(heartbeats(105, -600, 500))).isEmpty();
  }

  @Test
  void leavesTheAgentsToThePhaseWhereTheControllerFoundThemSilent() {
    Sample sample = heartbeats(105, 101, 500);
    sample.status(sample.status().showing(Phase.UNSEEN, List.of()));

    assertThat(of(sample)).isEmpty();
    assertThat(of(sample.lastTurn(Duration.ofSeconds(150))))
        .containsExactly(Condition.Type.CONTROLLER_SILENT);
  }

  @Test
  void doesNotCountTheHeartbeatOfATerminatedInstance() {
    Sample sample = heartbeats(105, 1, 500);
    sample.status(sample.status().withTombstones(Map.of(Sample.instance(2), Sample.NOW)));

    assertThat(of(sample)).containsExactly(Condition.Type.AGENTS_SILENT);
  }

  /** A turn that fails for that stores no status. */
  @Test
  @Guards("CLOUD_UNANSWERED")
  void namesTheCallsThatTurnsDoNotGetAnsweredUnlessTheControllerStoredIt() {
    Instant since = Sample.NOW.minusSeconds(300);
    Sample sample =
        Sample.healthy()
            .unanswered(
                Map.of("DynamoDb Query", new UnansweredCall("throttled", since, Sample.NOW)));

    assertThat(Silences.of(sample.summary()))
        .singleElement()
        .satisfies(
            held -> {
              assertThat(held.type()).isEqualTo(Condition.Type.CLOUD_UNANSWERED);
              assertThat(held.message()).contains("DynamoDb Query (throttled, since " + since);
              assertThat(held.since()).isEqualTo(since);
            });
    Condition stored = Sample.condition(Condition.Type.CLOUD_UNANSWERED, "DynamoDb Query");
    sample.status(sample.status().showing(Phase.HEALTHY, List.of(stored)));
    assertThat(of(sample)).isEmpty();
  }

  @Test
  void saysNothingOfADeletedCluster() {
    Lineage lineage = Sample.healthy().summary().lineage().orElseThrow();
    Sample deleted = Sample.healthy().lastTurn(Duration.ofDays(1)).lineage(lineage.deleted());

    assertThat(of(deleted)).isEmpty();
  }
}
