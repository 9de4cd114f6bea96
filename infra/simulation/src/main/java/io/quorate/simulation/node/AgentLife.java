package io.quorate.simulation.node;

import io.quorate.agent.execution.Self;
import io.quorate.agent.heartbeat.ControlReads;
import io.quorate.agent.run.AgentLoops;
import io.quorate.agent.run.Bells;
import io.quorate.agent.run.Ports;
import io.quorate.simulation.schedule.Actor;
import io.quorate.simulation.schedule.Bell;
import io.quorate.simulation.schedule.Scheduler;
import io.quorate.spec.EtcdVersion;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.function.LongUnaryOperator;

/** One life of the production agent: its loops, each on a strand, as NodeAgent runs them. */
final class AgentLife {
  private static final EtcdVersion INSTALLED = EtcdVersion.parse("3.5.30").orElseThrow();

  private final Scheduler scheduler;
  private final Actor actor;
  private final Self self;
  private final Ports ports;
  private final Bell etcdBell;
  private final Bell stepBell;
  private final Bell beatBell;
  private Optional<ControlReads.AtStart> read = Optional.empty();

  AgentLife(Scheduler scheduler, Actor actor, Self self, Ports ports) {
    this.scheduler = scheduler;
    this.actor = actor;
    this.self = self;
    this.ports = ports;
    etcdBell = new Bell(scheduler);
    stepBell = new Bell(scheduler);
    beatBell = new Bell(scheduler);
  }

  Actor actor() {
    return actor;
  }

  void begin() {
    actor.start("start", this::live);
  }

  /** Without its journal an agent ends; its unit starts it again. */
  private void live() {
    try {
      start();
    } catch (UncheckedIOException e) {
      actor.crash();
    }
  }

  private void start() {
    AgentLoops loops =
        new AgentLoops(
            self, ports, INSTALLED, new Bells(etcdBell::ring, stepBell::ring, beatBell::ring));
    loops.adopt();
    actor.start("etcd", () -> loop(etcdBell, at -> locked(loops, at)));
    Bell done = new Bell(scheduler);
    actor.start(
        "record",
        () -> {
          read = loops.readAtStart();
          done.ring();
        });
    done.await(loops.recordWaitMillis());
    loops.start(read);
    actor.start("steps", () -> loop(stepBell, loops::stepTick));
    actor.start("beats", () -> loop(beatBell, loops::beatTick));
  }

  /** The supervisor asks other members while it holds its lock. */
  private long locked(AgentLoops loops, long at) {
    long[] next = new long[1];
    actor.exclusively(() -> next[0] = loops.etcdTick(at));
    return next[0];
  }

  private void loop(Bell bell, LongUnaryOperator tick) {
    while (true) {
      bell.await(tick.applyAsLong(ports.monotonicMillis().getAsLong()));
      actor.reach();
    }
  }
}
