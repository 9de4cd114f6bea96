package io.quorate.controller.function;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.codec.Codecs;
import io.quorate.controller.events.Hint;
import io.quorate.controller.events.Trigger;
import io.quorate.controller.reconcile.TurnResult;
import io.quorate.guards.Guards;
import io.quorate.memory.InMemoryRecordStore;
import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.model.InstanceId;
import io.quorate.state.Condition;
import io.quorate.state.FleetEntry;
import io.quorate.store.Expect;
import io.quorate.store.Item;
import io.quorate.store.Keys;
import io.quorate.store.StoreUnavailableException;
import io.quorate.store.Write;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DispatcherTest {
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
  private static final InstanceId OF_B = new InstanceId("i-b");

  private final InMemoryRecordStore store = new InMemoryRecordStore();
  private final List<String> turned = new ArrayList<>();
  private final Map<String, Supplier<TurnResult>> instead = new HashMap<>();
  private final InvocationMetrics counters = new InvocationMetrics("quorate-controller");
  private Instant now = NOW;
  private boolean groupsSilent;
  private final Dispatcher dispatcher =
      new Dispatcher(
          new Sweep(store, () -> now), this::groupOf, this::turn, () -> now, new TurnExecutor(1));

  @BeforeEach
  void threeClusters() {
    List.of("a", "b", "c").forEach(this::apply);
  }

  @Test
  void theScheduleLooksAtEveryCluster() {
    assertThat(handle(new Trigger.Schedule())).isEmpty();
    assertThat(turned).containsExactlyInAnyOrder("a", "b", "c");
  }

  @Test
  void aClusterWhoseLineOfTheFleetCannotBeReadHasItsTurns() {
    put("b", Map.of("schemaVersion", 1L));

    handle(new Trigger.Schedule());
    assertThat(turned).containsExactlyInAnyOrder("a", "b", "c");

    assertThat(handle(batch(cluster("1", "b")))).isEmpty();
    assertThat(turned).hasSize(4).endsWith("b");
  }

  @Test
  void theScheduleBeginsWithAnotherClusterEachTime() {
    handle(new Trigger.Schedule());
    handle(new Trigger.Schedule());
    handle(new Trigger.Schedule());

    assertThat(List.of(turned.get(0), turned.get(3), turned.get(6)))
        .containsExactlyInAnyOrder("a", "b", "c");
  }

  @Test
  void oneClusterWhoseTurnFailsNeverStopsTheOthers() {
    instead.put("b", this::silent);

    assertThat(handle(new Trigger.Schedule())).isEmpty();
    assertThat(turned).containsExactlyInAnyOrder("a", "b", "c");
    assertThat(counters.count("FailedTurns")).isEqualTo(1);

    assertThat(handle(batch(group("1", "a"), group("2", "b"), group("3", "c"))))
        .containsExactly("2");
    assertThat(turned).hasSize(6);
  }

  @Test
  void anErrorFailsTheTurnOfItsOwnClusterAlone() {
    List<Error> errors =
        List.of(
            new OutOfMemoryError("Java heap space"),
            new StackOverflowError(),
            new NoClassDefFoundError("x"));
    for (Error error : errors) {
      turned.clear();
      instead.put(
          "b",
          () -> {
            throw error;
          });

      assertThat(handle(batch(group("1", "a"), group("2", "b"), group("3", "c"))))
          .as("only its item comes again")
          .containsExactly("2");
      assertThat(turned).containsExactlyInAnyOrder("a", "b", "c");
    }
    assertThat(counters.count("FailedTurns")).isEqualTo(errors.size());
    assertThat(counters.count("LateTurns")).isZero();
  }

  @Test
  void anInstancesEventFindsItsClusterByTheGroup() {
    assertThat(handle(batch(new Trigger.Entry("1", new Hint.Instance(OF_B))))).isEmpty();
    assertThat(turned).containsExactly("b");
  }

  @Test
  void duplicatesAreOneTurnAndFailTogether() {
    assertThat(handle(batch(group("1", "a"), group("2", "a"), cluster("3", "a")))).isEmpty();
    assertThat(turned).containsExactly("a");

    instead.put("a", () -> new TurnResult.Busy(20));
    assertThat(handle(batch(group("1", "a"), group("2", "a"), group("3", "c"))))
        .containsExactly("1", "2");
    assertThat(counters.count("BusyTurns")).isEqualTo(1);
  }

  @Test
  @Guards("TurnResult.NoCluster")
  void whateverMayComeOutOtherwiseNextTimeComesAgain() {
    Map<String, TurnResult> again =
        Map.of(
            "busy", new TurnResult.Busy(20),
            "stale", new TurnResult.Stale(List.of()),
            "overtaken", new TurnResult.Overtaken(),
            "late", new TurnResult.OutOfTime(List.of()),
            "unsettled", new TurnResult.Unsettled(List.of("CLOSE_OPERATION:DONE"), "8 looks"));
    again.forEach(
        (name, result) -> {
          instead.put("a", () -> result);
          assertThat(handle(batch(cluster(name, "a")))).containsExactly(name);
        });
    for (TurnResult done :
        List.of(
            new TurnResult.Halted(Condition.Type.SPEC_INVALID, "no"), new TurnResult.NoCluster())) {
      instead.put("a", () -> done);
      assertThat(handle(batch(cluster("1", "a")))).isEmpty();
    }
    assertThat(counters.count("HaltedTurns")).isEqualTo(1);
    assertThat(counters.count("UnsettledTurns")).isEqualTo(1);
    assertThat(counters.count("Decisions")).isEqualTo(1);
  }

  @Test
  void tellsTheAttentionOfEachClusterAfterItsTurn() {
    apply("b");
    instead.put("a", DispatcherTest::settled);
    instead.put("b", () -> new TurnResult.Halted(Condition.Type.SPEC_INVALID, "no"));

    handle(batch(cluster("1", "a"), cluster("2", "b")));

    assertThat(counters.lines(now))
        .anySatisfy(line -> assertThat(line).contains("\"Cluster\":\"a\"", "\"Attention\":0"))
        .anySatisfy(line -> assertThat(line).contains("\"Cluster\":\"b\"", "\"Attention\":3"));
  }

  @Test
  void theNextScheduleBeginsWithTheClusterThatThisOneDidNotReach() {
    handle(new Trigger.Schedule());
    String second = turned.get(1);
    String third = turned.get(2);
    turned.clear();
    instead.put(second, this::takesLong);
    handle(new Trigger.Schedule());
    assertThat(turned).containsExactly(second);
    assertThat(counters.count("SkippedTurns")).isEqualTo(2);
    now = NOW;

    handle(new Trigger.Schedule());

    assertThat(turned.get(1)).isEqualTo(third);
  }

  @Test
  void aTurnGetsABoundedShareOfTheTime() {
    List<Instant> given = new ArrayList<>();
    Dispatcher watched =
        new Dispatcher(
            new Sweep(store, () -> now),
            this::groupOf,
            (cluster, until) -> {
              given.add(until);
              return settled();
            },
            () -> now,
            new TurnExecutor(1));

    watched.handle(new Trigger.Schedule(), NOW.plusSeconds(20), counters);
    watched.handle(batch(group("1", "a")), NOW.plusSeconds(3), counters);

    assertThat(given)
        .containsExactly(
            NOW.plus(Dispatcher.LONGEST_TURN),
            NOW.plus(Dispatcher.LONGEST_TURN),
            NOW.plus(Dispatcher.LONGEST_TURN),
            NOW.plusSeconds(3).minus(Dispatcher.ANSWER));
  }

  @Test
  void groupsThatDoNotAnswerAreAskedForOnceABatch() {
    groupsSilent = true;

    assertThat(
            handle(
                batch(
                    new Trigger.Entry("1", new Hint.Instance(OF_B)),
                    new Trigger.Entry("2", new Hint.Instance(OF_B)),
                    group("3", "c"))))
        .containsExactly("1", "2");
    assertThat(counters.count("FailedTurns")).isEqualTo(1);
    assertThat(turned).containsExactly("c");
  }

  @Test
  void whatIsNotOursOrBrokenIsCountedAndAcknowledged() {
    List<String> again =
        handle(
            batch(
                group("1", "unknown"),
                cluster("2", "never-applied"),
                new Trigger.Entry("3", new Hint.Instance(new InstanceId("i-nobodys"))),
                new Trigger.Entry("4", new Hint.Foreign("aws.s3")),
                new Trigger.Entry("5", new Hint.Malformed("junk")),
                group("6", "c")));

    assertThat(again).isEmpty();
    assertThat(turned).containsExactly("c");
    assertThat(counters.count("ForeignEvents")).isEqualTo(4);
    assertThat(counters.count("MalformedEvents")).isEqualTo(1);

    assertThat(handle(new Trigger.Unknown("junk"))).isEmpty();
    assertThat(counters.count("MalformedEvents")).isEqualTo(2);
  }

  @Test
  void anEventWhoseGroupCannotBeAskedForComesAgainAlone() {
    groupsSilent = true;

    assertThat(handle(batch(new Trigger.Entry("1", new Hint.Instance(OF_B)), group("2", "c"))))
        .containsExactly("1");
    assertThat(turned).containsExactly("c");
  }

  @Test
  void findsAClusterAppliedAMomentAgoWhenItsNodeOrItsOperatorNamesIt() {
    handle(batch(group("1", "a")));
    apply("new");
    now = now.plusSeconds(3);

    handle(batch(cluster("2", "new"), group("3", "new")));

    assertThat(turned).containsExactly("a", "new");
  }

  @Test
  void readsNothingForEventsOfForeignGroupsUntilTheListIsHalfAMinuteOld() {
    handle(batch(group("1", "a")));
    long reads = store.requests();

    for (int n = 0; n < 2_000; n++) {
      now = NOW.plusMillis(n * 14L);
      handle(batch(group("m-" + n, "foreign-" + n)));
    }
    assertThat(store.requests()).isEqualTo(reads);

    apply("new");
    now = NOW.plusSeconds(30);
    dispatcher.handle(batch(group("2", "new")), now.plusSeconds(20), counters);
    assertThat(turned).containsExactly("a", "new");
  }

  @Test
  void whatTheTimeDoesNotReachForComesAgain() {
    instead.put("a", this::takesLong);

    assertThat(handle(batch(cluster("1", "a"), cluster("2", "b")))).containsExactly("2");
    assertThat(counters.count("SkippedTurns")).isEqualTo(1);
  }

  @Test
  void theSameEventAThousandTimesIsOneTurn() {
    Trigger.Entry[] storm =
        java.util.stream.IntStream.range(0, 1000)
            .mapToObj(n -> group("m-" + n, "a"))
            .toArray(Trigger.Entry[]::new);

    assertThat(handle(batch(storm))).isEmpty();
    assertThat(turned).containsExactly("a");
  }

  @Test
  void anEventOfAGroupThatTwoClustersClaimIsAboutBoth() {
    ClusterName mirror = new ClusterName("mirror");
    put(
        "mirror",
        Codecs.FLEET.write(
            new FleetEntry(mirror, new ClusterUid("uid-twin"), "group-a", true, NOW)));
    instead.put("mirror", this::silent);

    assertThat(handle(batch(group("1", "a"), group("2", "b")))).containsExactly("1");
    assertThat(turned).containsExactlyInAnyOrder("a", "mirror", "b");
    assertThat(counters.count("SharedGroups")).isEqualTo(1);
  }

  @Test
  void causesAreOneLine() {
    Throwable thrown =
        new StoreUnavailableException("read \"x\"", new IllegalStateException("two\nlines"));

    assertThat(ErrorChain.of(thrown))
        .isEqualTo(
            "io.quorate.store.StoreUnavailableException: read 'x'"
                + " <- java.lang.IllegalStateException: two lines");
  }

  private List<String> handle(Trigger trigger) {
    return dispatcher.handle(trigger, NOW.plusSeconds(20), counters);
  }

  private static Trigger.Batch batch(Trigger.Entry... entries) {
    return new Trigger.Batch("aws:sqs", List.of(entries));
  }

  private static Trigger.Entry group(String id, String cluster) {
    return new Trigger.Entry(id, new Hint.Group("group-" + cluster));
  }

  private static Trigger.Entry cluster(String id, String cluster) {
    return new Trigger.Entry(id, new Hint.Cluster(new ClusterName(cluster)));
  }

  private Optional<String> groupOf(InstanceId id, Collection<String> groups) {
    if (groupsSilent) {
      throw new IllegalStateException("throttled");
    }
    assertThat(groups).contains("group-a", "group-b", "group-c");
    return id.equals(OF_B) ? Optional.of("group-b") : Optional.empty();
  }

  private TurnResult turn(ClusterName cluster, Instant deadline) {
    turned.add(cluster.value());
    return instead.getOrDefault(cluster.value(), DispatcherTest::settled).get();
  }

  private TurnResult takesLong() {
    now = now.plus(Duration.ofMinutes(1));
    return settled();
  }

  private TurnResult silent() {
    throw new StoreUnavailableException("DynamoDB", new IllegalStateException("down"));
  }

  private static TurnResult settled() {
    return new TurnResult.Settled(List.of(), false, List.of());
  }

  private void apply(String name) {
    put(
        name,
        Codecs.FLEET.write(
            new FleetEntry(
                new ClusterName(name), new ClusterUid("uid-" + name), "group-" + name, true, NOW)));
  }

  private void put(String name, Map<String, Object> attributes) {
    Item item = new Item(Keys.fleet(new ClusterName(name)), attributes);
    assertThat(store.write(new Write.Put(item, Expect.anything())).written()).isTrue();
  }
}
