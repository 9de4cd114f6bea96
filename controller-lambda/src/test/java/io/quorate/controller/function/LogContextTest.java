package io.quorate.controller.function;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.codec.Codecs;
import io.quorate.controller.events.Trigger;
import io.quorate.controller.reconcile.TurnResult;
import io.quorate.memory.InMemoryRecordStore;
import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.state.FleetEntry;
import io.quorate.store.Expect;
import io.quorate.store.Item;
import io.quorate.store.Keys;
import io.quorate.store.Write;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

/** What a line of the function's log names, whichever lane its turn runs in. */
class LogContextTest {
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

  private final InMemoryRecordStore store = new InMemoryRecordStore();
  private final Map<String, Map<String, String>> seen = new ConcurrentHashMap<>();

  @AfterEach
  void forget() {
    MDC.clear();
  }

  @Test
  void aTurnsLinesNameItsRequestAndItsClusterAndNoOther() {
    List<String> clusters = List.of("a", "b", "c");
    clusters.forEach(this::apply);
    MDC.put("AWSRequestId", "request-1");

    // Fewer lanes than clusters: a lane takes a second turn.
    handle(2);

    assertThat(seen.keySet()).containsExactlyInAnyOrderElementsOf(clusters);
    seen.forEach(
        (cluster, named) ->
            assertThat(named).isEqualTo(Map.of("AWSRequestId", "request-1", "cluster", cluster)));
  }

  @Test
  void aTurnWithoutARequestNamesItsCluster() {
    apply("a");

    handle(1);

    assertThat(seen).isEqualTo(Map.of("a", Map.of("cluster", "a")));
  }

  private void handle(int lanes) {
    new Dispatcher(
            new Sweep(store, () -> NOW),
            (instance, groups) -> Optional.empty(),
            this::turn,
            () -> NOW,
            new TurnExecutor(lanes))
        .handle(
            new Trigger.Schedule(),
            NOW.plusSeconds(20),
            new InvocationMetrics("quorate-controller"));
  }

  private TurnResult turn(ClusterName cluster, Instant until) {
    seen.put(cluster.value(), Map.copyOf(MDC.getCopyOfContextMap()));
    return new TurnResult.Settled(List.of(), false, List.of());
  }

  private void apply(String cluster) {
    ClusterName name = new ClusterName(cluster);
    FleetEntry entry =
        new FleetEntry(name, new ClusterUid("uid-" + cluster), "group-" + cluster, true, NOW);
    assertThat(
            store
                .write(
                    new Write.Put(
                        new Item(Keys.fleet(name), Codecs.FLEET.write(entry)), Expect.noRecord()))
                .written())
        .isTrue();
  }
}
