package io.quorate.simulation.run;

import io.quorate.codec.Codecs;
import io.quorate.codec.UnreadableRecordException;
import io.quorate.controller.act.CloudUnavailableException;
import io.quorate.controller.plan.Planner;
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
import io.quorate.store.Expect;
import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.Notice;
import io.quorate.store.StoreUnavailableException;
import io.quorate.store.Write;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/** An operator at the command: looks at a plan, and asks the controller for what it shows. */
final class OperatorCommands {
  private static final long ANSWERED_MILLIS = 20_000;

  private final SimWorld world;
  private int asked;

  OperatorCommands(SimWorld world) {
    this.world = world;
  }

  /**
   * Looks and asks.
   *
   * @param arguments what is asked for, by what is seen; nothing where the plan shows an objection
   * @param told whether the request was written
   */
  void ask(
      SimCluster simCluster,
      RequestKind kind,
      Function<ClusterView, Optional<Map<String, String>>> arguments,
      Consumer<Boolean> told) {
    SimProcess operator =
        new SimProcess(world.scheduler(), Resuming.OPERATOR + " of " + simCluster.name());
    operator.start(
        kind.name(), () -> told.accept(asks(simCluster, kind, arguments, world.portsOf(operator))));
  }

  private boolean asks(
      SimCluster simCluster,
      RequestKind kind,
      Function<ClusterView, Optional<Map<String, String>>> arguments,
      Controllers.PortSet ports) {
    try {
      Optional<Map<String, String>> found = look(simCluster, ports).flatMap(arguments);
      found.ifPresent(given -> write(simCluster, kind, given, ports));
      return found.isPresent();
    } catch (StoreUnavailableException | CloudUnavailableException | UnreadableRecordException e) {
      world.tell(Resuming.OPERATOR, "cannot ask for " + kind + ": " + e.getMessage());
      return false;
    }
  }

  private Optional<ClusterView> look(SimCluster simCluster, Controllers.PortSet ports) {
    DryRun look = new DryRun(ports.store(), ports.cloud(), world::instant, new Planner()::plan);
    return switch (look.explain(simCluster.name())) {
      case DryRunResult.NoCluster none -> Optional.empty();
      case DryRunResult.Halted halted -> Optional.empty();
      case DryRunResult.Planned planned -> Optional.of(planned.view());
    };
  }

  private void write(
      SimCluster simCluster,
      RequestKind kind,
      Map<String, String> arguments,
      Controllers.PortSet ports) {
    String id = "%08d-%s".formatted(++asked, kind);
    Request request = Request.open(id, kind, arguments, Resuming.OPERATOR, world.instant());
    Key key = Keys.request(simCluster.name(), id);
    world.tell(Resuming.OPERATOR, "asks for " + kind + " " + arguments);
    Write write = new Write.Put(new Item(key, Codecs.REQUEST.write(request)), Expect.noRecord());
    ports.store().transact(List.of(write, Notice.change(simCluster.name())));
    world.scheduler().after(ANSWERED_MILLIS, () -> tell(key));
  }

  private void tell(Key key) {
    Optional.ofNullable(world.store().tables().read(List.of(key)).get(key))
        .map(item -> Codecs.REQUEST.read(item.attributes(), "request"))
        .ifPresent(
            request ->
                world.tell(
                    Resuming.OPERATOR, "is answered " + request.state() + " " + request.detail()));
  }
}
