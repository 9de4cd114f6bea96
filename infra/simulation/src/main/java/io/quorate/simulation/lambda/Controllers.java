package io.quorate.simulation.lambda;

import io.quorate.controller.act.CloudUnavailableException;
import io.quorate.controller.function.Directory;
import io.quorate.controller.function.Dispatcher;
import io.quorate.controller.plan.Considered;
import io.quorate.controller.plan.Explanation;
import io.quorate.controller.plan.Plan;
import io.quorate.controller.plan.Planner;
import io.quorate.controller.reconcile.Ports;
import io.quorate.controller.reconcile.Turn;
import io.quorate.controller.reconcile.TurnResult;
import io.quorate.controller.view.ClusterView;
import io.quorate.model.ClusterName;
import io.quorate.simulation.cloud.CloudPort;
import io.quorate.simulation.schedule.Actor;
import io.quorate.simulation.schedule.Dice;
import io.quorate.simulation.schedule.Scheduler;
import io.quorate.simulation.schedule.Times;
import io.quorate.simulation.schedule.Transcript;
import io.quorate.simulation.schedule.Wire;
import io.quorate.store.StoreUnavailableException;
import java.time.Instant;
import java.time.InstantSource;
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
  private final Dice dice;
  private final Transcript transcript;
  private final Function<Wire, PortSet> ports;
  private final LongUnaryOperator skewMillis;
  private final BiConsumer<ClusterView, Explanation> planned;
  private final Consumer<RuntimeException> failed;

  /** The ports of one environment. */
  public record PortSet(
      io.quorate.store.RecordStore store,
      io.quorate.store.LineageArchive archive,
      CloudPort cloud) {}

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
      Dice dice,
      Transcript transcript,
      Function<Wire, PortSet> ports,
      LongUnaryOperator skewMillis,
      BiConsumer<ClusterView, Explanation> planned,
      Consumer<RuntimeException> failed) {
    this.scheduler = scheduler;
    this.dice = dice;
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
    Actor actor = new Actor(scheduler, "controller-" + number);
    Wire wire = new Wire(scheduler, actor, transcript);
    PortSet set = ports.apply(wire);
    InstantSource clock = () -> EPOCH.plusMillis(scheduler.now() + skewMillis.applyAsLong(number));
    Ports all =
        new Ports(
            set.store(),
            set.archive(),
            set.cloud(),
            set.cloud(),
            clock,
            actor.name(),
            () -> dice.nonce(actor.name()),
            pause -> scheduler.sleep(pause.toMillis()));
    Turn turn = new Turn(all, view -> plan(actor, view));
    Dispatcher dispatcher =
        new Dispatcher(
            new Directory(set.store(), clock),
            set.cloud()::groupOf,
            (name, by) -> turned(turn, name, by),
            clock,
            new OneStrand());
    return new Environment(actor, dispatcher, clock);
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

  private Plan plan(Actor actor, ClusterView view) {
    Explanation explanation = new Planner().consider(view);
    planned.accept(view, explanation);
    if (transcript.kept()) {
      String rule =
          explanation.considered().stream()
              .filter(Considered.Applies.class::isInstance)
              .map(Considered::rule)
              .findFirst()
              .orElse("no rule");
      transcript.line(
          scheduler.now(),
          actor.name(),
          "token " + view.token() + " plans " + explanation.plan().decision().name(),
          () -> rule + ": " + explanation.plan().decision().reason().message());
    }
    return explanation.plan();
  }
}
