package io.quorate.agent.steps;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.run.ModelAgent;
import io.quorate.agent.steps.frame.NamedStep;
import io.quorate.command.CommandKind;
import io.quorate.command.Outcome;
import io.quorate.model.MemberId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/** A story that an agent lives through, in a world that may crash it. */
record StepScenario(String name, UnaryOperator<StepWorld> setting) {
  private static final int TURNS_MAX = 1_000;

  /** How the agent comes back after a crash. */
  enum Return {
    /** etcd went on. */
    AGENT_ALONE,
    /** etcd ended too. */
    REBOOT
  }

  /** What came of it. */
  record Ending(StepWorld world, Optional<Outcome> outcome) {}

  /** Every story: together they come by every step. */
  static List<StepScenario> all() {
    List<StepScenario> all = new ArrayList<>();
    all.add(new StepScenario("join, wiped", w -> wiped(w)));
    all.add(new StepScenario("join, damaged", w -> damaged(w)));
    all.add(
        new StepScenario(
            "join, leftover", w -> w.newcomer().leftover().toldToJoin(Optional.empty())));
    for (NamedStep step : StepCatalog.steps(CommandKind.JOIN)) {
      String at = step.name();
      all.add(new StepScenario("join, cancelled at " + at, w -> wiped(w).cancelledAt(at)));
    }
    all.add(new StepScenario("remove", w -> removing(w)));
    for (NamedStep step : StepCatalog.steps(CommandKind.REMOVE_MEMBER)) {
      String at = step.name();
      all.add(new StepScenario("remove, cancelled at " + at, w -> removing(w).cancelledAt(at)));
    }
    all.add(new StepScenario("leave", w -> leaving(w)));
    for (NamedStep step : StepCatalog.steps(CommandKind.LEAVE)) {
      String at = step.name();
      all.add(new StepScenario("leave, cancelled at " + at, w -> leaving(w).cancelledAt(at)));
    }
    all.add(new StepScenario("leave, unaware", w -> unaware(w)));
    all.add(
        new StepScenario(
            "leave, unaware, cancelled at CONFIRM", w -> unaware(w).cancelledAt("CONFIRM")));
    all.add(new StepScenario("restart", w -> RestartStory.told(w)));
    all.add(new StepScenario("restart with another release", w -> RestartStory.toldRelease(w)));
    all.add(
        new StepScenario(
            "restart with the release line before", w -> RestartStory.toldLineBefore(w)));
    all.add(
        new StepScenario(
            "restart with the release line before, cancelled at ALLOW_RELEASE",
            w -> RestartStory.toldLineBefore(w).cancelledAt("ALLOW_RELEASE")));
    for (NamedStep step : StepCatalog.steps(CommandKind.RESTART_MEMBER)) {
      String at = step.name();
      all.add(
          new StepScenario(
              "restart, cancelled at " + at, w -> RestartStory.told(w).cancelledAt(at)));
      all.add(
          new StepScenario(
              "restart with another release, cancelled at " + at,
              w -> RestartStory.toldRelease(w).cancelledAt(at)));
    }
    all.add(new StepScenario("set peer URL", w -> settingUrl(w)));
    for (NamedStep step : StepCatalog.steps(CommandKind.SET_PEER_URL)) {
      String at = step.name();
      all.add(
          new StepScenario("set peer URL, cancelled at " + at, w -> settingUrl(w).cancelledAt(at)));
    }
    return all;
  }

  private static StepWorld settingUrl(StepWorld world) {
    world.bootstrapped().serving();
    MemberId changed = world.cluster.at(2);
    world.cluster.lists(changed, "http://192.0.2.1:2380");
    return world.toldToSetPeerUrl(changed, StepWorld.endpoints(2).peerUrl());
  }

  private static StepWorld wiped(StepWorld world) {
    return world.bootstrapped().wiped().toldToJoin(Optional.of(world.own()));
  }

  private static StepWorld damaged(StepWorld world) {
    return world.bootstrapped().damaged().toldToJoin(Optional.of(world.own()));
  }

  private static StepWorld leaving(StepWorld world) {
    return world.bootstrapped().serving().toldToLeave();
  }

  /** Its etcd hears from nobody: it does not stop by itself once it is removed. */
  private static StepWorld unaware(StepWorld world) {
    leaving(world).cluster.leads(2);
    world.cluster.part(1);
    return world;
  }

  private static StepWorld removing(StepWorld world) {
    world.bootstrapped().servingBesideADead();
    return world.toldToRemove(world.cluster.at(9), false);
  }

  /** Lives through it without a crash. */
  List<Fuse.Moment> moments() {
    Fuse fuse = new Fuse(Set.of());
    live(fuse, Return.AGENT_ALONE, w -> w);
    return fuse.moments();
  }

  /** Lives through it until its instruction has ended; crashes where the fuse says. */
  Ending live(Fuse fuse, Return back, UnaryOperator<StepWorld> twist) {
    StepWorld world = twist.apply(setting.apply(new StepWorld(fuse)));
    Optional<ModelAgent> agent = Optional.empty();
    for (int turn = 0; turn < TURNS_MAX; turn++) {
      try {
        agent = Optional.of(agent.isPresent() ? agent.get() : start(world));
        agent.get().turn(world.pass());
        Optional<Outcome> outcome = world.remembered().flatMap(AgentJournal::outcome);
        if (outcome.isPresent()) {
          return settle(world, agent.get(), outcome);
        }
      } catch (Fuse.Crash crash) {
        agent = Optional.empty();
        if (back == Return.REBOOT) {
          world.reboot();
        }
      }
    }
    throw new AssertionError("no end within " + TURNS_MAX + " turns: " + world);
  }

  private static ModelAgent start(StepWorld world) {
    return new ModelAgent(world, StepWorld.version());
  }

  /** Once more, for what was asked of the supervisor; a crash now loses nothing. */
  private static Ending settle(StepWorld world, ModelAgent agent, Optional<Outcome> outcome) {
    try {
      for (int turn = 0; turn < 5; turn++) {
        agent.turn(world.pass());
      }
      return new Ending(world, outcome);
    } catch (Fuse.Crash crash) {
      return settle(world, start(world), outcome);
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
