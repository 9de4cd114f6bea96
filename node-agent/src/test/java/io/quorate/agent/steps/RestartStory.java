package io.quorate.agent.steps;

import io.quorate.agent.execution.AgentJournalCodec;
import io.quorate.agent.port.ProcessMark;
import io.quorate.command.RestartMember;
import io.quorate.release.StorageVersion;
import io.quorate.spec.ClusterSpec;
import io.quorate.spec.EtcdVersion;
import io.quorate.spec.StartSettings;
import java.util.Optional;

/** A node that serves, and leads, with other settings than the spec's, and is told to restart. */
final class RestartStory {
  private static final ClusterSpec SPEC =
      ClusterSpec.defaults(StepWorld.SELF.cluster(), StepWorld.version());

  /** The release that {@link #toldRelease} names. */
  static final EtcdVersion NEXT = EtcdVersion.parse("3.5.33").orElseThrow();

  private RestartStory() {}

  static StepWorld told(StepWorld world) {
    return told(world, StartSettings.of(SPEC));
  }

  /** The same with the spec's settings, and told to restart with another release. */
  static StepWorld toldRelease(StepWorld world) {
    world.host.prepares(NEXT);
    return told(world, StartSettings.of(SPEC), StartSettings.of(SPEC), Optional.of(NEXT));
  }

  /** A member of 3.6, whose files have risen, is told to go back to 3.5. */
  static StepWorld toldLineBefore(StepWorld world) {
    toldRelease(world, EtcdVersion.parse("3.6.14").orElseThrow(), NEXT);
    world.etcd.storage =
        Optional.of(new StorageVersion(EtcdVersion.parse("3.6.0").orElseThrow(), Optional.empty()));
    return world;
  }

  /** A member that runs one release is told to restart with another. */
  static StepWorld toldRelease(StepWorld world, EtcdVersion running, EtcdVersion next) {
    world.host.prepares(running, next);
    world.host.runs(running);
    world.etcd.version = running.toString();
    told(world, StartSettings.of(SPEC), StartSettings.of(SPEC), Optional.of(next));
    world.journal.left(
        AgentJournalCodec.write(
            world.remembered().orElseThrow().edit().nextRelease(running).done()));
    return world;
  }

  /** The same, to be started with these settings. */
  static StepWorld told(StepWorld world, String settings) {
    return told(world, "older", settings, Optional.empty());
  }

  /** A member that has the settings is told to restart, unless it was started more often. */
  static StepWorld toldAnew(StepWorld world, long startsBefore) {
    String settings = StartSettings.of(SPEC);
    return told(world, settings, settings, Optional.empty(), startsBefore);
  }

  private static StepWorld told(
      StepWorld world, String before, String settings, Optional<EtcdVersion> release) {
    return told(world, before, settings, release, 0);
  }

  private static StepWorld told(
      StepWorld world,
      String before,
      String settings,
      Optional<EtcdVersion> release,
      long startsBefore) {
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
                .etcdStarted(1, StepWorld.version(), Optional.of(before))
                .done()));
    return world.told(
        new RestartMember(
            StepWorld.header(),
            world.bootstrap.clusterId(),
            world.own(),
            StepWorld.contacts(),
            settings,
            60_000,
            release,
            startsBefore));
  }

  /** Whether the journal names the release of the etcd that runs. */
  static boolean tellsWhatRuns(StepWorld world) {
    return world
        .remembered()
        .orElseThrow()
        .runs()
        .release()
        .equals(Optional.of(world.host.release().orElse(StepWorld.version())));
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
