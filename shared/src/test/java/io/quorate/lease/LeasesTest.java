package io.quorate.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.memory.InMemoryRecordStore;
import io.quorate.model.ClusterName;
import io.quorate.model.FencingToken;
import io.quorate.model.InstanceId;
import io.quorate.state.ClockReading;
import io.quorate.state.HeartbeatProgress;
import io.quorate.store.Expect;
import io.quorate.store.Item;
import io.quorate.store.Keys;
import io.quorate.store.RecordStore;
import io.quorate.store.Write;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LeasesTest {
  private static final ClusterName CLUSTER = new ClusterName("demo");
  private static final Instant START = Instant.parse("2026-01-02T03:04:05.678Z");
  private static final Duration TERM = Duration.ofSeconds(30);
  private static final Map<InstanceId, HeartbeatProgress> SEEN =
      Map.of(
          new InstanceId("i-1"),
          new HeartbeatProgress("boot", 4, START, Map.of(), Duration.ZERO, 2));

  private final RecordStore store = new InMemoryRecordStore();
  private final Leases leases = new Leases(store);

  private boolean writes(HeldLease held, String what) {
    Item item = new Item(Keys.status(CLUSTER), Map.of("by", what));
    return store
        .transact(List.of(Leases.check(held), new Write.Put(item, Expect.anything())))
        .written();
  }

  @Test
  void theFirstTakeHasTokenOneAndNoHeartbeatProgress() {
    HeldLease held = leases.take(CLUSTER, "a", START, TERM).orElseThrow();

    assertThat(held.token()).isEqualTo(new FencingToken(1));
    assertThat(held.owner()).isEqualTo("a");
    assertThat(held.asTaken().until()).isEqualTo(START.plus(TERM));
    assertThat(held.asTaken().heartbeatProgress()).isEmpty();
    assertThat(writes(held, "a")).isTrue();
  }

  @Test
  void nobodyTakesItWhileItRuns() {
    assertThat(leases.take(CLUSTER, "a", START, TERM)).isPresent();

    assertThat(leases.take(CLUSTER, "b", START.plus(TERM), TERM)).isEmpty();
    assertThat(leases.take(CLUSTER, "b", START.plus(TERM).plusMillis(1), TERM)).isPresent();
  }

  @Test
  void aLeaseTakenByAClockFarAheadHoldsNobodyUpForThatLong() {
    Instant ahead = START.plus(ClockReading.CLOCKS_APART);
    HeldLease first = leases.take(CLUSTER, "a", ahead, TERM).orElseThrow();
    assertThat(leases.take(CLUSTER, "b", START, TERM)).as("clocks may differ so").isEmpty();

    HeldLease next = leases.take(CLUSTER, "b", START.minusMillis(1), TERM).orElseThrow();

    assertThat(writes(first, "overtaken")).isFalse();
    assertThat(writes(next, "by the true clock")).isTrue();
  }

  @Test
  void aTakeWhoseAnswerWasLostIsKnownAgain() {
    HeldLease first = leases.take(CLUSTER, "a", START, TERM).orElseThrow();

    assertThat(leases.take(CLUSTER, "a", START, TERM)).contains(first);
  }

  @Test
  void releaseHandsHeartbeatProgressToTheNextAtOnce() {
    HeldLease held = leases.take(CLUSTER, "a", START, TERM).orElseThrow();

    assertThat(leases.release(held, SEEN)).isTrue();
    assertThat(writes(held, "after release")).isFalse();
    HeldLease next = leases.take(CLUSTER, "b", START, TERM).orElseThrow();
    assertThat(next.token()).isEqualTo(new FencingToken(2));
    assertThat(next.asTaken().heartbeatProgress()).isEqualTo(SEEN);
  }

  @Test
  void aReleaseWhoseAnswerWasLostCountsAsDone() {
    HeldLease held = leases.take(CLUSTER, "a", START, TERM).orElseThrow();
    leases.release(held, SEEN);

    assertThat(leases.release(held, SEEN)).isTrue();
  }

  @Test
  void aFrozenHolderWritesNothingAndFreesNothing() {
    HeldLease frozen = leases.take(CLUSTER, "a", START, TERM).orElseThrow();
    HeldLease next =
        leases.take(CLUSTER, "b", START.plus(TERM.multipliedBy(2)), TERM).orElseThrow();

    assertThat(writes(frozen, "frozen")).isFalse();
    assertThat(leases.release(frozen, Map.of())).isFalse();
    assertThat(writes(next, "next")).isTrue();
  }

  /** Random contenders with crooked clocks, against the rule that only the last taker counts. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})
  void onlyTheLastTakerWritesWhateverTheClocksSay(long seed) {
    Random random = new Random(seed);
    Map<Integer, HeldLease> held = new HashMap<>();
    Optional<HeldLease> last = Optional.empty();
    List<FencingToken> tokens = new ArrayList<>();
    int taken = 0;
    for (int step = 0; step < 2_000; step++) {
      int contender = random.nextInt(5);
      Instant itsNow = START.plusSeconds(step * 3L + random.nextInt(60));
      Optional<HeldLease> mine = Optional.ofNullable(held.get(contender));
      switch (random.nextInt(3)) {
        case 0 -> {
          Optional<HeldLease> fresh =
              leases.take(CLUSTER, "turn-" + contender + "-" + step, itsNow, TERM);
          if (fresh.isPresent()) {
            held.put(contender, fresh.get());
            last = fresh;
            tokens.add(fresh.get().token());
            taken++;
          }
        }
        case 1 -> {
          if (mine.isPresent()) {
            assertThat(writes(mine.get(), "step " + step)).isEqualTo(mine.equals(last));
          }
        }
        default -> {
          if (mine.isPresent()) {
            assertThat(leases.release(mine.get(), SEEN)).isEqualTo(mine.equals(last));
            held.remove(contender);
            last = mine.equals(last) ? Optional.empty() : last;
          }
        }
      }
    }
    assertThat(taken).as("takes of seed %s", seed).isGreaterThan(50);
    assertThat(tokens).isSorted().doesNotHaveDuplicates();
  }
}
