package io.quorate.controller.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.codec.Codecs;
import io.quorate.controller.act.InstanceTerminator;
import io.quorate.controller.decision.HeartbeatVersion;
import io.quorate.controller.decision.NoOp;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.decision.RecordTermination;
import io.quorate.controller.decision.TerminateInstance;
import io.quorate.controller.fixture.ClusterFixture;
import io.quorate.controller.fixture.FakeHooks;
import io.quorate.controller.fixture.StoreStage;
import io.quorate.controller.observe.CloudReader;
import io.quorate.controller.plan.snapshots.SnapshotAges;
import io.quorate.controller.view.ClusterView;
import io.quorate.controller.view.GroupView;
import io.quorate.controller.view.InstanceState;
import io.quorate.guards.Guards;
import io.quorate.lease.Leases;
import io.quorate.memory.InMemoryLineageMirror;
import io.quorate.memory.InMemoryRecordStore;
import io.quorate.model.InstanceId;
import io.quorate.state.FleetEntry;
import io.quorate.state.SpecRecord;
import io.quorate.state.Status;
import io.quorate.state.Termination;
import io.quorate.store.Expect;
import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.Table;
import io.quorate.store.Write;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

class TurnOnStoreTest {
  private static final InstanceId VICTIM = new InstanceId("i-3");

  private final InMemoryRecordStore store = new InMemoryRecordStore();
  private final ClusterFixture fixture = ClusterFixture.healthy(3);
  private final ClusterView view = fixture.view();
  private final List<InstanceId> terminated = new ArrayList<>();
  private final AtomicInteger nonces = new AtomicInteger();
  private boolean dies;

  @BeforeEach
  void apply() {
    put(
        Keys.spec(view.cluster()),
        Codecs.SPEC.write(
            new SpecRecord(view.spec(), view.lineage().uid(), 1, ClusterFixture.NOW, "test")));
    put(Keys.lineage(view.cluster()), Codecs.LINEAGE.write(view.lineage()));
    put(Keys.status(view.cluster()), Codecs.STATUS.write(view.status()));
    put(
        Keys.fleet(view.cluster()),
        Codecs.FLEET.write(
            new FleetEntry(
                view.cluster(),
                view.lineage().uid(),
                view.spec().group(),
                true,
                ClusterFixture.NOW)));
    view.nodes()
        .forEach(
            (id, node) ->
                put(Keys.node(view.cluster(), id), Codecs.HEARTBEAT.write(node.heartbeat())));
  }

  @Test
  @Guards({"NoOp", "TurnResult.Settled"})
  void aSteadyTurnMakesFiveRequests() {
    run(this::rests);
    long before = store.requests();

    assertThat(run(this::rests))
        .isEqualTo(
            new TurnResult.Settled(
                List.of(),
                false,
                List.of(),
                SnapshotAges.NONE,
                new ClusterSignals(List.of(), 3, 3)));
    assertThat(store.requests() - before).isEqualTo(5);
  }

  @Test
  void theLinesOfATurnNameTheTokenOfItsLease() {
    List<Optional<String>> named = new ArrayList<>();
    Function<ClusterView, Plan> planner =
        seen -> {
          named.add(Optional.ofNullable(MDC.get("turn")));
          return rests(seen);
        };

    run(planner);
    run(planner);

    assertThat(named).containsExactly(Optional.of("1"), Optional.of("2"));
    assertThat(MDC.get("turn")).isNull();
  }

  @Test
  void aTurnFrozenPastItsLeaseWritesNothing() {
    TurnResult result =
        run(
            seen -> {
              Instant later = ClusterFixture.NOW.plus(Turn.LEASE).plusSeconds(1);
              assertThat(new Leases(store).take(view.cluster(), "other", later, Turn.LEASE))
                  .isPresent();
              return intends(seen);
            });

    assertThat(result).isEqualTo(new TurnResult.Overtaken());
    assertThat(status().terminations()).isEmpty();
  }

  @Test
  void evidenceThatMovedRefusesTheIntent() {
    TurnResult result =
        run(
            seen -> {
              HeartbeatVersion shown = shown(seen);
              return relyingOn(
                  seen,
                  new HeartbeatVersion(shown.incarnationNonce(), shown.stateVersion() - 1, false));
            });

    assertThat(result).isEqualTo(new TurnResult.Stale(List.of(Keys.node(view.cluster(), VICTIM))));
    assertThat(status().terminations()).isEmpty();
  }

  @Test
  void theSameVersionOfAnotherBootRefusesTheIntent() {
    TurnResult result =
        run(
            seen -> {
              HeartbeatVersion shown = shown(seen);
              return relyingOn(
                  seen, new HeartbeatVersion("an earlier boot", shown.stateVersion(), false));
            });

    assertThat(result).isEqualTo(new TurnResult.Stale(List.of(Keys.node(view.cluster(), VICTIM))));
    assertThat(status().terminations()).isEmpty();
  }

  private static HeartbeatVersion shown(ClusterView seen) {
    return HeartbeatVersion.of(
        Optional.ofNullable(seen.nodes().get(VICTIM)).orElseThrow().heartbeat());
  }

  private Plan relyingOn(ClusterView seen, HeartbeatVersion state) {
    Plan plan = intends(seen);
    return new Plan(plan.decision(), plan.status(), Map.of(VICTIM, state));
  }

  @Test
  void anIntentIsPerformedAfterADeathBeforeItsEffect() {
    dies = true;
    assertThatThrownBy(() -> run(this::terminates)).isInstanceOf(IllegalStateException.class);
    assertThat(status().terminating(VICTIM)).isTrue();
    assertThat(terminated).isEmpty();

    dies = false;
    run(this::terminates);
    assertThat(terminated).containsExactly(VICTIM);
  }

  @Test
  void aTerminationThatEc2DoesNotShowIsPerformedOnceATurnAndLookedAtAgain() {
    TurnResult.Unsettled result = (TurnResult.Unsettled) run(this::terminates);

    assertThat(terminated).containsExactly(VICTIM);
    assertThat(result.decisions())
        .containsExactly("RECORD_TERMINATION:TEST", "TERMINATE_INSTANCE:TEST");
    assertThat(result.why()).contains("EC2");
    assertThat(result.retry()).isTrue();
  }

  @Test
  @Guards({"SPEC_INVALID", "TurnResult.Halted"})
  void anUnreadableSpecHaltsAndIsSaidOnce() {
    put(Keys.spec(view.cluster()), Map.of("schemaVersion", 1L));
    assertThat(run(this::rests)).isInstanceOf(TurnResult.Halted.class);
    assertThat(run(this::rests)).isInstanceOf(TurnResult.Halted.class);
    assertThat(store.list(Table.CLUSTERS, view.cluster().value(), Keys.JOURNAL)).hasSize(1);
  }

  private Plan rests(ClusterView seen) {
    return new Plan(new NoOp(Reason.of("STEADY", "well")), seen.status(), Map.of());
  }

  private Plan intends(ClusterView seen) {
    Termination intent = Termination.decided(VICTIM, "test", ClusterFixture.NOW);
    Status next = seen.status().withTerminations(List.of(intent));
    return new Plan(new RecordTermination(Reason.of("TEST", "test"), intent), next, Map.of());
  }

  private Plan terminates(ClusterView seen) {
    return seen.status().terminations().isEmpty()
        ? intends(seen)
        : new Plan(
            new TerminateInstance(
                Reason.of("TEST", "test"), seen.status().terminations().getFirst()),
            seen.status(),
            Map.of());
  }

  private TurnResult run(Function<ClusterView, Plan> planner) {
    ControllerPorts ports =
        new ControllerPorts(
            store,
            new InMemoryLineageMirror(),
            cloud(),
            StoreStage.terminator(this::terminate),
            new FakeHooks(),
            () -> ClusterFixture.NOW,
            () -> "clock",
            () -> "n" + nonces.incrementAndGet(),
            pause -> {});
    return new Turn(ports, planner)
        .run(view.cluster(), ClusterFixture.NOW.plus(Duration.ofSeconds(20)));
  }

  private InstanceTerminator.Termination terminate(InstanceId instance) {
    if (dies) {
      throw new IllegalStateException("killed");
    }
    terminated.add(instance);
    return InstanceTerminator.Termination.ACCEPTED;
  }

  private CloudReader cloud() {
    return new CloudReader() {
      @Override
      public GroupView group(String name) {
        return view.group();
      }

      @Override
      public Map<InstanceId, InstanceState> instances(Collection<InstanceId> ids) {
        return view.instances();
      }
    };
  }

  private Status status() {
    Key key = Keys.status(view.cluster());
    Item item = java.util.Objects.requireNonNull(store.read(List.of(key)).get(key));
    return Codecs.STATUS.read(item.attributes(), "status");
  }

  private void put(Key key, Map<String, Object> attributes) {
    assertThat(store.write(new Write.Put(new Item(key, attributes), Expect.anything())).written())
        .isTrue();
  }
}
