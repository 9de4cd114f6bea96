package io.quorate.simulation.lambda;

import io.quorate.controller.act.CertificateAuthority;
import io.quorate.controller.act.CloudUnavailableException;
import io.quorate.controller.act.HostedZones;
import io.quorate.controller.act.TokenKeys;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.function.BulkReader;
import io.quorate.controller.function.Dispatcher;
import io.quorate.controller.function.KnownInstances;
import io.quorate.controller.function.Shares;
import io.quorate.controller.function.Sweep;
import io.quorate.controller.observe.BulkAnswer;
import io.quorate.controller.observe.SnapshotStores;
import io.quorate.controller.plan.PlanTrace;
import io.quorate.controller.plan.Planner;
import io.quorate.controller.plan.RuleEvaluation;
import io.quorate.controller.reconcile.ControllerPorts;
import io.quorate.controller.reconcile.Turn;
import io.quorate.controller.reconcile.TurnResult;
import io.quorate.controller.view.ClusterView;
import io.quorate.model.ClusterName;
import io.quorate.simulation.cloud.CloudPort;
import io.quorate.simulation.schedule.Scheduler;
import io.quorate.simulation.schedule.SeededRandom;
import io.quorate.simulation.schedule.SimProcess;
import io.quorate.simulation.schedule.SimTransport;
import io.quorate.simulation.schedule.Times;
import io.quorate.simulation.schedule.Transcript;
import io.quorate.store.StoreUnavailableException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongUnaryOperator;

/** Puts the production controller together over modelled ports, one for each environment. */
public final class Controllers {
  /** When the simulated world begins. */
  public static final Instant EPOCH = Times.EPOCH;

  private final Scheduler scheduler;
  private final SeededRandom random;
  private final Transcript transcript;
  private final Function<SimTransport, PortSet> ports;
  private final LongUnaryOperator skewMillis;
  private final BiConsumer<ClusterView, PlanTrace> planned;
  private final Consumer<RuntimeException> failed;

  /** The ports of one environment. */
  public record PortSet(
      io.quorate.store.RecordStore store,
      io.quorate.store.LineageMirror mirror,
      CloudPort cloud,
      HostedZones zones,
      SnapshotStores snapshots) {}

  /**
   * Prepares.
   *
   * @param ports the ports of a new environment
   * @param skewMillis by how much an environment's clock is wrong, by its number
   * @param planned told of every plan
   * @param failed told of a turn that failed though store and cloud answered
   */
  public Controllers(
      Scheduler scheduler,
      SeededRandom random,
      Transcript transcript,
      Function<SimTransport, PortSet> ports,
      LongUnaryOperator skewMillis,
      BiConsumer<ClusterView, PlanTrace> planned,
      Consumer<RuntimeException> failed) {
    this.scheduler = scheduler;
    this.random = random;
    this.transcript = transcript;
    this.ports = ports;
    this.skewMillis = skewMillis;
    this.planned = planned;
    this.failed = failed;
  }

  /**
   * The function.
   *
   * @param out whether it cannot be invoked now
   */
  public LambdaModel function(BooleanSupplier out) {
    return new LambdaModel(scheduler, transcript, this::environment, out);
  }

  private Environment environment(int number) {
    SimProcess simProcess = new SimProcess(scheduler, "controller-" + number);
    SimTransport wire = new SimTransport(scheduler, simProcess, transcript);
    PortSet set = ports.apply(wire);
    InstantSource clock = () -> EPOCH.plusMillis(scheduler.now() + skewMillis.applyAsLong(number));
    KnownInstances instances = new KnownInstances(set.cloud(), set.cloud()::instancesOf, clock);
    BulkReader bulk =
        new BulkReader(
            instances,
            (groups, terms) -> {
              BulkAnswer answer = set.cloud().describe(groups);
              instances.saw(answer);
              return answer;
            },
            clock,
            1);
    ControllerPorts all =
        new ControllerPorts(
            set.store(),
            set.mirror(),
            bulk,
            set.snapshots(),
            set.cloud(),
            set.cloud(),
            set.zones(),
            CertificateAuthority.NONE,
            TokenKeys.NONE,
            clock,
            simProcess::name,
            () -> random.nonce(simProcess.name()),
            pause -> scheduler.sleep(pause.toMillis()));
    Turn turn = new Turn(all, view -> plan(simProcess, view));
    Dispatcher dispatcher =
        new Dispatcher(
            new Sweep(set.store(), clock),
            instances::groupOf,
            (name, by) -> turned(turn, name, by),
            clock,
            new SingleSimThread(),
            Shares.NONE,
            Optional.of(bulk));
    return new Environment(simProcess, dispatcher, clock);
  }

  /** The dispatcher lets no turn's failure stop others; here, one that nobody expects is found. */
  private TurnResult turned(Turn turn, ClusterName cluster, Instant deadline) {
    try {
      return turn.run(cluster, deadline);
    } catch (StoreUnavailableException | CloudUnavailableException e) {
      throw e;
    } catch (RuntimeException e) {
      failed.accept(e);
      throw e;
    }
  }

  private Plan plan(SimProcess simProcess, ClusterView view) {
    PlanTrace trace = new Planner().consider(view);
    planned.accept(view, trace);
    if (transcript.kept()) {
      String rule =
          trace.evaluations().stream()
              .filter(RuleEvaluation.Applies.class::isInstance)
              .map(RuleEvaluation::rule)
              .findFirst()
              .orElse("no rule");
      transcript.line(
          scheduler.now(),
          simProcess.name(),
          "token " + view.token() + " plans " + trace.plan().decision().code(),
          () -> rule + ": " + trace.plan().decision().reason().message());
    }
    return trace.plan();
  }
}
