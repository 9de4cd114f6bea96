package io.quorate.agent.run;

import io.quorate.agent.execution.JournalBook;
import io.quorate.agent.execution.Progress;
import io.quorate.agent.heartbeat.ControlReads;
import io.quorate.agent.steps.BirthSteps;
import io.quorate.agent.steps.Executor;
import io.quorate.agent.steps.StepContext;
import io.quorate.agent.steps.World;
import io.quorate.agent.supervision.Supervisor;
import io.quorate.spec.ClusterSpec;
import io.quorate.spec.EtcdVersion;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** An agent over a modelled world: the real journal, start-up, supervisor and steps, one thread. */
public final class ModelAgent {
  private static final int TURNS = 200;

  private final World world;
  private final JournalBook book;
  private final Supervisor supervisor;
  private final BirthSteps births;
  private final Executor executor;

  /** Starts up from what is on the disk. */
  public ModelAgent(World world, EtcdVersion version) {
    this.world = world;
    Ports ports = world.ports();
    ClusterSpec defaults = ClusterSpec.defaults(World.SELF.cluster(), version);
    book = BootRecord.open(ports, World.SELF);
    supervisor =
        new Supervisor(
            book,
            ports.host(),
            ports.disk(),
            ports.etcd(),
            version,
            new AgentEvents(new Counters<>(), () -> {}),
            () -> {});
    StepContext context =
        new StepContext(
            World.SELF, book, ports.etcd(), ports.disk(), supervisor, defaults, ports.nonces());
    births = new BirthSteps(context);
    executor = new Executor(context);
    StartUp startUp = new StartUp(World.SELF, book, ports.disk(), supervisor, defaults);
    startUp.start(
        startUp.adopt(),
        Optional.of(
            new ControlReads.AtStart(world.record().lineage(), Optional.empty(), world::record)));
  }

  /** One look of each of the agent's loops. */
  public Executor.Advance turn(long now) {
    world.enter(where());
    supervisor.tick(now);
    births.advance(world.record().lineage());
    executor.offer(world.record());
    world.enter(where());
    return executor.advance(now);
  }

  /** Turns until something holds. */
  public void until(BooleanSupplier holds) {
    for (int turn = 0; turn < TURNS; turn++) {
      if (holds.getAsBoolean()) {
        return;
      }
      turn(world.pass());
    }
    throw new AssertionError("not within " + TURNS + " turns: " + world);
  }

  private String where() {
    return book.current()
        .progress()
        .map(p -> p.instruction().kind() + (undoing(p) ? " undo " : " ") + p.step())
        .orElse("between instructions");
  }

  private static boolean undoing(Progress progress) {
    return progress.undo().isPresent();
  }
}
