package io.quorate.simulation.run;

import io.quorate.codec.RequestCodec;
import io.quorate.codec.UnreadableRecordException;
import io.quorate.controller.act.CloudUnavailableException;
import io.quorate.controller.plan.Planner;
import io.quorate.controller.plan.recovery.Rollback;
import io.quorate.controller.plan.state.ClusterState;
import io.quorate.controller.reconcile.DryRun;
import io.quorate.controller.reconcile.DryRunResult;
import io.quorate.controller.view.ClusterView;
import io.quorate.request.Request;
import io.quorate.request.RequestKind;
import io.quorate.simulation.lambda.Controllers;
import io.quorate.simulation.schedule.SimProcess;
import io.quorate.simulation.world.Resuming;
import io.quorate.simulation.world.SimCluster;
import io.quorate.simulation.world.SimWorld;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.store.Expect;
import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.Notice;
import io.quorate.store.RecordStore;
import io.quorate.store.StoreUnavailableException;
import io.quorate.store.Write;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An operator who rolls a cluster back: looks at the plan, types its hash, and tries again while it
 * is refused, for what is planned may change in between.
 */
final class RollingBack {
  private static final long AGAIN_MILLIS = 20_000;
  private static final int TRIES = 8;

  private final SimWorld world;
  private int asked;

  RollingBack(SimWorld world) {
    this.world = world;
  }

  /** Begins to ask; what that is told as. */
  String begin(SimCluster simCluster, int pick) {
    attempt(simCluster, pick, TRIES);
    return simCluster.name().value();
  }

  private void attempt(SimCluster simCluster, int pick, int left) {
    SimProcess operator =
        new SimProcess(world.scheduler(), Resuming.OPERATOR + " of " + simCluster.name());
    operator.start(
        "rolls back",
        () -> {
          if (!asks(simCluster, pick, operator) && left > 1) {
            world.scheduler().after(AGAIN_MILLIS, () -> attempt(simCluster, pick, left - 1));
          }
        });
  }

  /** Whether the request is written, and was not refused at once. */
  private boolean asks(SimCluster simCluster, int pick, SimProcess operator) {
    Controllers.PortSet ports = world.portsOf(operator);
    try {
      Optional<Rollback> plan =
          plan(simCluster, pick, ports).filter(rollback -> rollback.objections().isEmpty());
      return plan.isPresent() && written(simCluster, plan.get(), ports.store());
    } catch (StoreUnavailableException | CloudUnavailableException | UnreadableRecordException e) {
      world.tell(Resuming.OPERATOR, "cannot roll back: " + e.getMessage());
      return false;
    }
  }

  private Optional<Rollback> plan(SimCluster simCluster, int pick, Controllers.PortSet ports) {
    DryRun look = new DryRun(ports.store(), ports.cloud(), world::instant, new Planner()::plan);
    return switch (look.explain(simCluster.name())) {
      case DryRunResult.NoCluster none -> Optional.empty();
      case DryRunResult.Halted halted -> Optional.empty();
      case DryRunResult.Planned planned -> plan(planned.view(), pick);
    };
  }

  private static Optional<Rollback> plan(ClusterView view, int pick) {
    List<SnapshotRecord> verified =
        view.records().snapshots().stream()
            .filter(record -> record.state() == SnapshotRecord.State.VERIFIED)
            .toList();
    return verified.isEmpty()
        ? Optional.empty()
        : Rollback.to(new ClusterState(view), verified.get(pick % verified.size()).id().value());
  }

  private boolean written(SimCluster simCluster, Rollback plan, RecordStore store) {
    String id = "%08d-rollback".formatted(++asked);
    Request request =
        Request.open(
            id,
            RequestKind.RESTORE_SNAPSHOT,
            Map.of("snapshot", plan.snapshot().id().value(), "hash", plan.hash()),
            Resuming.OPERATOR,
            world.instant());
    Key key = Keys.request(simCluster.name(), id);
    simCluster.rollsBackTo(plan.snapshot().id());
    world.tell(Resuming.OPERATOR, "rolls back to " + plan.snapshot().id());
    Write write = new Write.Put(new Item(key, RequestCodec.write(request)), Expect.noRecord());
    store.transact(List.of(write, Notice.change(simCluster.name())));
    world.scheduler().after(AGAIN_MILLIS, () -> tell(key));
    return true;
  }

  private void tell(Key key) {
    Optional.ofNullable(world.store().tables().read(List.of(key)).get(key))
        .map(item -> RequestCodec.read(item.attributes(), "request"))
        .ifPresent(
            request ->
                world.tell(
                    Resuming.OPERATOR, "is answered " + request.state() + " " + request.detail()));
  }
}
