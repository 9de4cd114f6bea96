package io.quorate.agent.run;

import io.quorate.agent.execution.CommandProgress;
import io.quorate.agent.execution.CommandRunner;
import io.quorate.agent.execution.JournalStore;
import io.quorate.agent.heartbeat.ControlPlaneReader;
import io.quorate.agent.steps.BootstrapSteps;
import io.quorate.agent.steps.Executor;
import io.quorate.agent.steps.StepWorld;
import io.quorate.agent.steps.frame.StepContext;
import io.quorate.agent.supervision.Supervisor;
import io.quorate.spec.ClusterSpec;
import io.quorate.spec.EtcdVersion;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

/** An agent over a modelled world: the real journal, start-up, supervisor and steps, one thread. */
public final class ModelAgent {
  private static final int TURNS = 200;

  /** Made once: a test may start thousands of agents. */
  private static final Map<EtcdVersion, ClusterSpec> DEFAULTS = new ConcurrentHashMap<>();

  private final StepWorld world;
  private final JournalStore journalStore;
  private final Supervisor supervisor;
  private final BootstrapSteps bootstraps;
  private final Executor executor;

  private static ClusterSpec defaults(EtcdVersion version) {
    return ClusterSpec.defaults(StepWorld.SELF.cluster(), version);
  }

  /** Starts up from what is on the disk. */
  public ModelAgent(StepWorld world, EtcdVersion version) {
    this.world = world;
    AgentPorts ports = world.ports();
    ClusterSpec defaults = DEFAULTS.computeIfAbsent(version, ModelAgent::defaults);
    journalStore = RowReconciliation.open(ports, StepWorld.SELF);
    supervisor =
        new Supervisor(
            journalStore,
            ports.host(),
            ports.disk(),
            ports.etcd(),
            version,
            new AgentEvents(new CountsByName<>(), () -> {}),
            () -> {});
    StepContext context =
        new StepContext(
            StepWorld.SELF,
            journalStore,
            ports.etcd(),
            ports.disk(),
            supervisor,
            defaults,
            ports.nonces());
    bootstraps = new BootstrapSteps(context);
    executor = new Executor(context);
    StartupSequence startUp =
        new StartupSequence(StepWorld.SELF, journalStore, ports.disk(), supervisor, defaults);
    startUp.start(
        startUp.adopt(),
        Optional.of(
            new ControlPlaneReader.AtStart(
                world.record().lineage(), Optional.empty(), world::record)));
  }

  /** One look of each of the agent's loops. */
  public CommandRunner.Advance turn(long now) {
    world.enter(where());
    supervisor.tick(now);
    bootstraps.advance(world.record().lineage());
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
    return journalStore
        .current()
        .progress()
        .map(p -> p.command().kind() + (undoing(p) ? " undo " : " ") + p.step())
        .orElse("between instructions");
  }

  private static boolean undoing(CommandProgress progress) {
    return progress.undo().isPresent();
  }
}
