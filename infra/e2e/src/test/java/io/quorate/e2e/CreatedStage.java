package io.quorate.e2e;

import io.quorate.deployment.Artifacts;
import io.quorate.deployment.DeploymentConfig;
import io.quorate.deployment.LocalDeployment;
import io.quorate.localcloud.lambda.InvocationResult;
import io.quorate.localcloud.terraform.ControlPlane;
import io.quorate.localcloud.terraform.CreatedCluster;
import io.quorate.localcloud.terraform.CreatedControlPlane;
import io.quorate.localcloud.terraform.CreatedRights;
import io.quorate.localcloud.terraform.NodeGroup;
import io.quorate.localcloud.terraform.TerraformState;
import io.quorate.model.ClusterName;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * What Terraform created, deployed here with nothing added: names, settings, rules, filters,
 * rights, hooks, what instances are told, and the spec as the function was invoked with it.
 */
final class CreatedStage {
  private CreatedStage() {}

  /** The cluster of this state, once it is healthy. */
  static Stage of(Path home, TerraformState state) throws IOException {
    ControlPlane controlPlane = CreatedControlPlane.in(state);
    NodeGroup group = CreatedCluster.group(state);
    DeploymentConfig config =
        DeploymentConfig.at(home)
            .withAddressBlock(Stage.BLOCKS.getAndAdd(3))
            .withSchedule(controlPlane.scheduleEvery());
    Artifacts artifacts = Artifacts.in(Stage.root(), Stage.etcdFolder());
    LocalDeployment deployment =
        LocalDeployment.start(config, artifacts, controlPlane, CreatedRights.in(state));
    Stage stage =
        new Stage(deployment, new ClusterName(group.name()), StageLogs.folder(Stage.root()));
    try {
      store(deployment, CreatedCluster.specInvocation(state));
      stage.members = group.desired();
      deployment.createGroup(group);
      stage.awaitHealthy(group.desired());
      return stage;
    } catch (RuntimeException | AssertionError e) {
      try (stage) {
        throw e;
      }
    }
  }

  private static void store(LocalDeployment deployment, String spec) {
    byte[] event = spec.getBytes(StandardCharsets.UTF_8);
    InvocationResult stored = deployment.controller().host().invoke(event).join();
    if (!stored.succeeded()) {
      throw new AssertionError(
          "spec not stored: " + new String(stored.payload(), StandardCharsets.UTF_8));
    }
  }
}
