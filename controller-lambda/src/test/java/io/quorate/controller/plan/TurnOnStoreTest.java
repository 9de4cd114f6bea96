package io.quorate.controller.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.codec.FleetEntryCodec;
import io.quorate.codec.HeartbeatCodec;
import io.quorate.codec.LineageCodec;
import io.quorate.codec.SpecRecordCodec;
import io.quorate.codec.StatusCodec;
import io.quorate.controller.act.InstanceTerminator;
import io.quorate.controller.observe.Cloud;
import io.quorate.controller.reconcile.Ports;
import io.quorate.controller.reconcile.Turn;
import io.quorate.controller.reconcile.TurnResult;
import io.quorate.controller.view.ClusterView;
import io.quorate.controller.view.GroupView;
import io.quorate.controller.view.InstanceState;
import io.quorate.lease.Leases;
import io.quorate.memory.InMemoryLineageArchive;
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

class TurnOnStoreTest {
  private static final InstanceId VICTIM = new InstanceId("i-3");

  private final InMemoryRecordStore store = new InMemoryRecordStore();
  private final Scene scene = Scene.healthy(3);
  private final ClusterView view = scene.view();
  private final List<InstanceId> terminated = new ArrayList<>();
  private final AtomicInteger nonces = new AtomicInteger();
  private boolean dies;

  @BeforeEach
  void apply() {
    put(
        Keys.spec(view.cluster()),
        SpecRecordCodec.write(
            new SpecRecord(view.spec(), view.lineage().uid(), 1, Scene.NOW, "test")));
    put(Keys.lineage(view.cluster()), LineageCodec.write(view.lineage()));
    put(Keys.status(view.cluster()), StatusCodec.write(view.status()));
    put(
        Keys.fleet(view.cluster()),
        FleetEntryCodec.write(
            new FleetEntry(
                view.cluster(), view.lineage().uid(), view.spec().group(), true, Scene.NOW)));
    view.nodes()
        .forEach(
            (id, node) ->
                put(Keys.node(view.cluster(), id), HeartbeatCodec.write(node.heartbeat())));
  }

  @Test
  void aSteadyTurnMakesFourRequests() {
    run(this::rests);
    long before = store.requests();

    assertThat(run(this::rests)).isEqualTo(new TurnResult.Settled(List.of(), false, List.of()));
    assertThat(store.requests() - before).isEqualTo(4);
  }

  @Test
  void aTurnFrozenPastItsLeaseWritesNothing() {
    TurnResult result =
        run(
            seen -> {
              Instant later = Scene.NOW.plus(Turn.LEASE).plusSeconds(1);
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
              ReliedOn shown = shown(seen);
              return relyingOn(
                  seen, new ReliedOn(shown.bootNonce(), shown.stateVersion() - 1, false));
            });

    assertThat(result).isEqualTo(new TurnResult.Stale(List.of(Keys.node(view.cluster(), VICTIM))));
    assertThat(status().terminations()).isEmpty();
  }

  @Test
  void theSameVersionOfAnotherBootRefusesTheIntent() {
    TurnResult result =
        run(
            seen -> {
              ReliedOn shown = shown(seen);
              return relyingOn(seen, new ReliedOn("an earlier boot", shown.stateVersion(), false));
            });

    assertThat(result).isEqualTo(new TurnResult.Stale(List.of(Keys.node(view.cluster(), VICTIM))));
    assertThat(status().terminations()).isEmpty();
  }

  private static ReliedOn shown(ClusterView seen) {
    return ReliedOn.of(Optional.ofNullable(seen.nodes().get(VICTIM)).orElseThrow().heartbeat());
  }

  private Plan relyingOn(ClusterView seen, ReliedOn state) {
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
    assertThat(result.decisions()).containsExactly("IntendTermination:TEST", "Terminate:TEST");
    assertThat(result.why()).contains("EC2");
    assertThat(result.retry()).isTrue();
  }

  @Test
  void anUnreadableSpecHaltsAndIsSaidOnce() {
    put(Keys.spec(view.cluster()), Map.of("schemaVersion", 1L));
    assertThat(run(this::rests)).isInstanceOf(TurnResult.Halted.class);
    assertThat(run(this::rests)).isInstanceOf(TurnResult.Halted.class);
    assertThat(store.list(Table.CLUSTERS, view.cluster().value(), Keys.JOURNAL)).hasSize(1);
  }

  private Plan rests(ClusterView seen) {
    return new Plan(new Decision.Rest(Reason.of("STEADY", "well")), seen.status(), Map.of());
  }

  private Plan intends(ClusterView seen) {
    Termination intent = Termination.decided(VICTIM, "test", Scene.NOW);
    Status next = seen.status().withTerminations(List.of(intent));
    return new Plan(
        new Decision.IntendTermination(Reason.of("TEST", "test"), intent), next, Map.of());
  }

  private Plan terminates(ClusterView seen) {
    return seen.status().terminations().isEmpty()
        ? intends(seen)
        : new Plan(
            new Decision.Terminate(
                Reason.of("TEST", "test"), seen.status().terminations().getFirst()),
            seen.status(),
            Map.of());
  }

  private TurnResult run(Function<ClusterView, Plan> planner) {
    Ports ports =
        new Ports(
            store,
            new InMemoryLineageArchive(),
            cloud(),
            this::terminate,
            () -> Scene.NOW,
            "clock",
            () -> "n" + nonces.incrementAndGet(),
            pause -> {});
    return new Turn(ports, planner).run(view.cluster(), Scene.NOW.plus(Duration.ofSeconds(20)));
  }

  private InstanceTerminator.Termination terminate(InstanceId instance) {
    if (dies) {
      throw new IllegalStateException("killed");
    }
    terminated.add(instance);
    return InstanceTerminator.Termination.ACCEPTED;
  }

  private Cloud cloud() {
    return new Cloud() {
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
    return StatusCodec.read(item.attributes(), "status");
  }

  private void put(Key key, Map<String, Object> attributes) {
    assertThat(store.write(new Write.Put(new Item(key, attributes), Expect.anything())).written())
        .isTrue();
  }
}
