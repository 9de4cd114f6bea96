package io.quorate.agent.steps;

import io.quorate.agent.execution.AgentJournalCodec;
import io.quorate.agent.port.ProcessMark;
import io.quorate.command.RestartMember;
import io.quorate.spec.ClusterSpec;
import io.quorate.spec.StartSettings;
import java.util.Optional;

/** A node that serves, and leads, with other settings than the spec's, and is told to restart. */
final class RestartStory {
  private static final ClusterSpec SPEC =
      ClusterSpec.defaults(StepWorld.SELF.cluster(), StepWorld.version());

  private RestartStory() {}

  static StepWorld told(StepWorld world) {
    return told(world, StartSettings.of(SPEC));
  }

  /** The same, to be started with these settings. */
  static StepWorld told(StepWorld world, String settings) {
    world.bootstrapped().serving();
    world.cluster.leads(1);
    world.host.mayRestart();
    world.journal.left(
        AgentJournalCodec.write(
            world
                .remembered()
                .orElseThrow()
                .edit()
                .spec(SPEC)
                .process(new ProcessMark(ModelHost.FIRST_PID, "then"), Optional.empty())
                .etcdStarted(1, StepWorld.version(), Optional.of("older"))
                .done()));
    return world.told(
        new RestartMember(
            StepWorld.header(),
            world.bootstrap.clusterId(),
            world.own(),
            StepWorld.contacts(),
            settings,
            60_000));
  }

  /** Whether the etcd that runs was started with what the spec asks for. */
  static boolean taken(StepWorld world) {
    return world
        .remembered()
        .orElseThrow()
        .runs()
        .settings()
        .equals(Optional.of(StartSettings.of(SPEC)));
  }
}
