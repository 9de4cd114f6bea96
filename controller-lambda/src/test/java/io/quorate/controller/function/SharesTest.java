package io.quorate.controller.function;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.codec.Codecs;
import io.quorate.controller.events.Handover;
import io.quorate.controller.events.Hint;
import io.quorate.controller.events.Trigger;
import io.quorate.controller.observe.CloudReader;
import io.quorate.controller.reconcile.TurnResult;
import io.quorate.controller.view.GroupView;
import io.quorate.controller.view.InstanceState;
import io.quorate.guards.Guards;
import io.quorate.memory.InMemoryRecordStore;
import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.model.InstanceId;
import io.quorate.state.FleetEntry;
import io.quorate.store.Expect;
import io.quorate.store.Item;
import io.quorate.store.Keys;
import io.quorate.store.Write;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** A large fleet's schedule is several invocations. */
class SharesTest {
  private static final Duration LIMIT = Duration.ofSeconds(20);

  private final InMemoryRecordStore store = new InMemoryRecordStore();
  private final List<String> turned = new ArrayList<>();
  private final Queue<Trigger.Share> handedOn = new ArrayDeque<>();
  private final InvocationMetrics counters = new InvocationMetrics("quorate-controller");
  private Instant now = Instant.parse("2026-01-02T03:04:00Z");
  private Duration turnTakes = Duration.ZERO;
  private boolean accepted = true;
  private final Map<String, Map<String, Optional<String>>> told = new HashMap<>();
  private final Outcomes outcomes = new Outcomes();
  private final BulkReader bulk =
      new BulkReader(
          outcomes,
          (groups, terms) -> {
            throw new IllegalStateException("no turn looks");
          },
          () -> now,
          10);

  @Test
  void aSmallFleetIsOneInvocations() {
    fleet(Shares.LEAST);

    handle(10, new Trigger.Schedule());

    assertThat(handedOn).isEmpty();
    assertThat(turned).hasSize(Shares.LEAST);
  }

  @Test
  void aLargeOneIsSharedAndEachClusterHasOneTurn() {
    fleet(1050);

    handle(10, new Trigger.Schedule());

    assertThat(handedOn).hasSize(9);
    assertThat(turned).hasSize(105);
    handedOn.stream().toList().forEach(share -> handle(10, share));
    assertThat(turned).hasSize(1050).doesNotHaveDuplicates();
    assertThat(handedOn).allMatch(share -> share.fleet() == 1050);
  }

  @Test
  void asManySharesAsMayRunAtOnce() {
    fleet(1050);

    handle(3, new Trigger.Schedule());

    assertThat(handedOn).hasSize(2);
    assertThat(turned).hasSize(350);
  }

  @Test
  void whatAnInvocationDoesNotReachItHandsOn() {
    fleet(90);
    turnTakes = Duration.ofMillis(500); // 34 in 17 s: a turn is given 2.5 s at least.

    handle(2, new Trigger.Schedule());
    assertThat(turned).hasSize(34);
    handle(2, handedOn.remove());
    assertThat(turned).hasSize(68);
    handle(2, handedOn.remove());

    assertThat(turned).hasSize(90).doesNotHaveDuplicates();
    assertThat(handedOn).isEmpty();
    assertThat(counters.count("SkippedTurns")).isZero();
  }

  @Test
  void nothingIsBegunOrHandedOnWhenTheNextScheduleComes() {
    fleet(300);
    turnTakes = Duration.ofMillis(500);
    handle(2, new Trigger.Schedule());
    List<Trigger.Share> shares = List.copyOf(handedOn);
    handedOn.clear();
    int before = turned.size();
    now = shares.getFirst().until().minusSeconds(5);

    handle(2, shares.getFirst());
    assertThat(turned.size() - before).isEqualTo(10);
    assertThat(handedOn).isEmpty();
    assertThat(counters.count("SkippedTurns")).isEqualTo(140);

    handle(2, shares.getFirst());
    assertThat(turned.size() - before).isEqualTo(10);
    assertThat(counters.count("LateShares")).isEqualTo(1);
  }

  @Test
  void whatCannotBeHandedOnIsTakenByTheInvocationItself() {
    fleet(250);
    accepted = false;

    handle(10, new Trigger.Schedule());

    assertThat(turned).hasSize(250).doesNotHaveDuplicates();
    assertThat(counters.count("SharesRefused")).isEqualTo(2);
  }

  /** A refused Invoke leaves each minute's round to one invocation: all its clusters wait. */
  @Test
  @Guards("CLOUD_UNANSWERED")
  void howHandingOnWasAnsweredIsToldByEachTurnThatItConcerns() {
    fleet(250);
    accepted = false;
    handle(10, new Trigger.Schedule());
    assertThat(told).hasSize(250);
    assertThat(told.values()).containsOnly(Map.of(Handover.CALL, Optional.of("throttled")));

    told.clear();
    accepted = true;
    handle(10, new Trigger.Schedule());
    handedOn.stream().toList().forEach(share -> handle(10, share));
    assertThat(told).hasSize(250);
    assertThat(told.values()).containsOnly(Map.of(Handover.CALL, Optional.empty()));

    told.clear();
    Trigger.Entry event = new Trigger.Entry("1", new Hint.Cluster(new ClusterName("c-0001")));
    handle(10, new Trigger.Batch("aws:sqs", List.of(event)));
    assertThat(told)
        .as("an event's invocation hands nothing on")
        .containsOnly(Map.entry("c-0001", Map.of()));
  }

  @Test
  void anInvocationThatReachesNobodyHandsNothingOn() {
    fleet(10);
    turnTakes = Duration.ofMinutes(2);

    handle(2, new Trigger.Schedule());
    handedOn.clear();
    now = now.plus(Duration.ofMinutes(5));
    dispatcher(2).handle(new Trigger.Schedule(), now, counters);

    assertThat(handedOn).isEmpty();
  }

  /** Where not even all of them reach everybody, it is others each minute. */
  @Test
  void nobodyStarvesWhereTheTimeNeverReachesForAll() {
    fleet(400);
    turnTakes = Duration.ofMillis(500);
    Set<String> reached = new HashSet<>();
    Instant begin = now;
    for (int minute = 0; minute < 24; minute++) {
      now = begin.plus(Duration.ofMinutes(minute));
      turned.clear();
      handedOn.clear();
      handle(2, new Trigger.Schedule());
      reached.addAll(turned);
    }

    assertThat(reached).hasSize(400);
  }

  @Test
  void aClusterWhoseLineCannotBeReadHasItsTurnInItsShare() {
    fleet(150);
    put("c-0149", Map.of("schemaVersion", 1L));

    handle(10, new Trigger.Schedule());
    handedOn.stream().toList().forEach(share -> handle(10, share));

    assertThat(turned).hasSize(150).contains("c-0149");
  }

  private void handle(int invocations, Trigger trigger) {
    assertThat(dispatcher(invocations).handle(trigger, now.plus(LIMIT), counters)).isEmpty();
  }

  private Dispatcher dispatcher(int invocations) {
    return new Dispatcher(
        new Sweep(store, () -> now),
        (instance, groups) -> Optional.empty(),
        this::turn,
        () -> now,
        new OneLane(),
        new Shares(invocations, this::take),
        Optional.of(bulk));
  }

  /** How calls of this thread ended. */
  private static final class Outcomes implements CloudReader {
    private final Map<String, Optional<String>> ended = new HashMap<>();

    @Override
    public GroupView group(String name) {
      throw new IllegalStateException("no turn looks");
    }

    @Override
    public Map<InstanceId, InstanceState> instances(Collection<InstanceId> ids) {
      throw new IllegalStateException("no turn looks");
    }

    @Override
    public Map<String, Optional<String>> outcomes() {
      return ended;
    }

    @Override
    public void forgetOutcomes() {
      ended.clear();
    }
  }

  /** In this thread, one after the other. */
  private static final class OneLane extends TurnExecutor {
    OneLane() {
      super(1);
    }

    @Override
    public <T> Map<T, Boolean> run(Collection<T> items, Predicate<T> task, Duration longest) {
      Map<T, Boolean> ended = new HashMap<>();
      items.forEach(item -> ended.put(item, task.test(item)));
      return ended;
    }
  }

  private boolean take(Trigger.Share share) {
    outcomes.ended.put("DynamoDb Query", Optional.of("slow"));
    outcomes.ended.put(Handover.CALL, accepted ? Optional.empty() : Optional.of("throttled"));
    return accepted && handedOn.add(share);
  }

  private TurnResult turn(ClusterName cluster, Instant by) {
    turned.add(cluster.value());
    bulk.forgetOutcomes();
    told.put(cluster.value(), bulk.outcomes());
    now = now.plus(turnTakes);
    return new TurnResult.Settled(List.of(), false, List.of());
  }

  private void fleet(int clusters) {
    for (int n = 0; n < clusters; n++) {
      String name = "c-%04d".formatted(n);
      put(
          name,
          Codecs.FLEET.write(
              new FleetEntry(
                  new ClusterName(name), new ClusterUid("uid-" + n), "g-" + n, true, now)));
    }
  }

  private void put(String cluster, Map<String, Object> attributes) {
    Item item = new Item(Keys.fleet(new ClusterName(cluster)), attributes);
    assertThat(store.write(new Write.Put(item, Expect.anything())).written()).isTrue();
  }
}
