package io.quorate.controller.function;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.codec.Codecs;
import io.quorate.controller.events.Hint;
import io.quorate.controller.events.Trigger;
import io.quorate.controller.reconcile.TurnResult;
import io.quorate.memory.InMemoryRecordStore;
import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.state.FleetEntry;
import io.quorate.store.Expect;
import io.quorate.store.Item;
import io.quorate.store.Keys;
import io.quorate.store.StoreUnavailableException;
import io.quorate.store.Write;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A store that hangs for some clusters until the invocation's end, beside many that are well. */
class HangingClusterTest {
  private final InMemoryRecordStore store = new InMemoryRecordStore();
  private final InstantSource clock = InstantSource.system();
  private final Set<String> turned = ConcurrentHashMap.newKeySet();
  private final Set<String> begun = ConcurrentHashMap.newKeySet();
  private final CountDownLatch never = new CountDownLatch(1);
  private final InvocationMetrics counters = new InvocationMetrics("quorate-controller");
  private Set<String> hanging = Set.of();
  private final Dispatcher dispatcher =
      new Dispatcher(
          new Sweep(store, clock),
          (instance, groups) -> java.util.Optional.empty(),
          this::turn,
          clock,
          new TurnExecutor(Dispatcher.LANES));

  HangingClusterTest() {
    IntStream.range(0, 100).forEach(n -> apply("c-" + n));
  }

  @Test
  void theScheduleReachesEveryOtherCluster() {
    hanging = Set.of("c-0", "c-50", "c-99");

    handle(new Trigger.Schedule());

    assertThat(turned).hasSize(97).doesNotContainAnyElementsOf(hanging);
    assertThat(counters.count("LateTurns")).isEqualTo(3);
  }

  @Test
  void oneThatHangsAloneComesAgainOfABatch() {
    hanging = Set.of("c-1");

    List<String> again = handle(new Trigger.Batch("aws:sqs", List.of(at(1), at(2), at(3))));

    assertThat(again).containsExactly("1");
    assertThat(turned).containsExactlyInAnyOrder("c-2", "c-3");
  }

  @Test
  void whenAllLanesHangTheNextScheduleBeginsBehindThem() {
    hanging = Set.copyOf(IntStream.range(0, 100).mapToObj(n -> "c-" + n).toList());
    handle(new Trigger.Schedule());
    assertThat(counters.count("SkippedTurns")).isEqualTo(96);
    Set<String> first = Set.copyOf(begun);
    begun.clear();

    handle(new Trigger.Schedule());

    assertThat(first).hasSize(4);
    assertThat(begun).hasSize(4).doesNotContainAnyElementsOf(first);
  }

  private List<String> handle(Trigger trigger) {
    return dispatcher.handle(trigger, clock.instant().plusSeconds(5), counters);
  }

  private static Trigger.Entry at(int n) {
    return new Trigger.Entry(Integer.toString(n), new Hint.Cluster(new ClusterName("c-" + n)));
  }

  private TurnResult turn(ClusterName cluster, Instant until) {
    if (hanging.contains(cluster.value())) {
      begun.add(cluster.value());
      try {
        never.await();
      } catch (InterruptedException e) {
        throw new StoreUnavailableException("DynamoDB", e);
      }
    }
    turned.add(cluster.value());
    return new TurnResult.Settled(List.of(), false, List.of());
  }

  private void apply(String name) {
    ClusterName cluster = new ClusterName(name);
    FleetEntry entry =
        new FleetEntry(cluster, new ClusterUid("uid-" + name), "g-" + name, true, Instant.EPOCH);
    Item item = new Item(Keys.fleet(cluster), Codecs.FLEET.write(entry));
    assertThat(store.write(new Write.Put(item, Expect.anything())).written()).isTrue();
  }
}
