package io.quorate.simulation.node;

import io.quorate.agent.port.Launch;
import io.quorate.etcdmodel.ModelDirectory;
import io.quorate.etcdmodel.ProcessSpec;
import io.quorate.etcdmodel.Timing;
import io.quorate.spec.EtcdSettings;

/** What the modelled etcd is started with, by what an agent would start the real one with. */
final class ModelLaunch {
  private static final long SNAPSHOT_COUNT = 200;
  private static final long CATCH_UP_ENTRIES = 50;

  private ModelLaunch() {}

  static ProcessSpec spec(Launch launch, ModelDirectory directory) {
    return new ProcessSpec(
        launch.name(),
        launch.endpoints().peerUrl(),
        launch.endpoints().clientUrl(),
        ProcessSpec.initialCluster(launch.initialCluster()),
        !launch.bootstrap(),
        launch.clusterToken(),
        false,
        directory,
        timing(launch.settings()),
        launch.closed());
  }

  private static Timing timing(EtcdSettings settings) {
    return new Timing(
        settings.heartbeatInterval().toMillis(),
        settings.electionTimeout().toMillis(),
        SNAPSHOT_COUNT,
        CATCH_UP_ENTRIES,
        settings.quota().bytes());
  }
}
