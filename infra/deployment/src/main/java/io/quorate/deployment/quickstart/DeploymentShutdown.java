package io.quorate.deployment.quickstart;

import static java.util.concurrent.TimeUnit.SECONDS;

import io.quorate.deployment.LocalDeployment;
import java.io.IOException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/** Stops a deployment, and tells each second how many of its processes are left. */
final class DeploymentShutdown implements AutoCloseable {
  private final LocalDeployment deployment;
  private final ProgressLog progress;

  DeploymentShutdown(LocalDeployment deployment, ProgressLog progress) {
    this.deployment = deployment;
    this.progress = progress;
  }

  LocalDeployment deployment() {
    return deployment;
  }

  @Override
  public void close() throws IOException {
    progress.say("stopping the local cloud: " + left() + " processes of agents, etcd, controller");
    try (ScheduledExecutorService teller =
        Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("stopping").factory())) {
      var unused =
          teller.scheduleAtFixedRate(
              () -> progress.say("still stopping: " + left() + " processes are left"),
              1,
              1,
              SECONDS);
      try {
        deployment.close();
      } finally {
        teller.shutdownNow();
      }
    }
    progress.say("stopped");
  }

  private int left() {
    return deployment.instances().processes(any -> true).size();
  }
}
