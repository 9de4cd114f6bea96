package io.quorate.simulation.node;

import io.quorate.agent.execution.NodeDescription;
import io.quorate.agent.heartbeat.ControlPlaneReader;
import io.quorate.agent.run.AgentLoops;
import io.quorate.agent.run.AgentPorts;
import io.quorate.agent.run.LoopWakeups;
import io.quorate.simulation.schedule.Scheduler;
import io.quorate.simulation.schedule.SimProcess;
import io.quorate.simulation.schedule.SimWakeup;
import io.quorate.spec.EtcdVersion;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.function.LongUnaryOperator;

/** One life of the production agent: its loops, each on a strand, as NodeAgent runs them. */
final class AgentLife {
  /** The strand that looks at etcds and writes heartbeats. */
  static final String BEATS = "beats";

  private static final EtcdVersion INSTALLED = EtcdVersion.parse("3.5.30").orElseThrow();

  private final Scheduler scheduler;
  private final SimProcess simProcess;
  private final NodeDescription self;
  private final AgentPorts ports;
  private final SimWakeup etcdWakeup;
  private final SimWakeup stepWakeup;
  private final SimWakeup beatWakeup;
  private Optional<ControlPlaneReader.AtStart> read = Optional.empty();

  AgentLife(Scheduler scheduler, SimProcess simProcess, NodeDescription self, AgentPorts ports) {
    this.scheduler = scheduler;
    this.simProcess = simProcess;
    this.self = self;
    this.ports = ports;
    etcdWakeup = new SimWakeup(scheduler);
    stepWakeup = new SimWakeup(scheduler);
    beatWakeup = new SimWakeup(scheduler);
  }

  SimProcess simProcess() {
    return simProcess;
  }

  void begin() {
    simProcess.start("start", this::live);
  }

  /** Without its journal an agent ends; its unit starts it again. */
  private void live() {
    try {
      start();
    } catch (UncheckedIOException e) {
      simProcess.crash();
    }
  }

  private void start() {
    AgentLoops loops =
        new AgentLoops(
            self,
            ports,
            INSTALLED,
            new LoopWakeups(etcdWakeup::ring, stepWakeup::ring, beatWakeup::ring));
    loops.adopt();
    simProcess.start("etcd", () -> loop(etcdWakeup, at -> locked(loops, at)));
    SimWakeup done = new SimWakeup(scheduler);
    simProcess.start(
        "record",
        () -> {
          read = loops.readAtStart();
          done.ring();
        });
    done.await(loops.recordWaitMillis());
    loops.start(read);
    simProcess.start("steps", () -> loop(stepWakeup, loops::stepTick));
    simProcess.start(BEATS, () -> loop(beatWakeup, loops::beatTick));
  }

  /** The supervisor asks other members while it holds its lock. */
  private long locked(AgentLoops loops, long at) {
    long[] next = new long[1];
    simProcess.exclusively(() -> next[0] = loops.etcdTick(at));
    return next[0];
  }

  private void loop(SimWakeup wakeup, LongUnaryOperator tick) {
    while (true) {
      wakeup.await(tick.applyAsLong(ports.monotonicMillis().getAsLong()));
      simProcess.reach();
    }
  }
}
