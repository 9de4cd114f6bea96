package io.quorate.e2e;

import io.quorate.deployment.Artifacts;
import io.quorate.deployment.DeploymentConfig;
import io.quorate.deployment.EtcdAccess;
import io.quorate.deployment.LocalDeployment;
import io.quorate.localcloud.lambda.InvocationResult;
import io.quorate.localcloud.terraform.ControlPlane;
import io.quorate.localcloud.terraform.CreatedCluster;
import io.quorate.localcloud.terraform.CreatedControlPlane;
import io.quorate.localcloud.terraform.CreatedRights;
import io.quorate.localcloud.terraform.CreatedZone;
import io.quorate.localcloud.terraform.NodeGroup;
import io.quorate.localcloud.terraform.TerraformState;
import io.quorate.model.ClusterName;
import io.quorate.state.Phase;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * What Terraform created, deployed here with nothing added: names, settings, rules, filters,
 * rights, hooks, what instances are told, and the spec as the function was invoked with it.
 */
final class StageOfTerraform {
  private StageOfTerraform() {}

  static Stage created(Path home, TerraformState state) throws IOException, InterruptedException {
    ControlPlane controlPlane = CreatedControlPlane.in(state);
    NodeGroup group = CreatedCluster.group(state);
    DeploymentConfig config =
        DeploymentConfig.at(home)
            .withAddressBlock(Stage.addressBlock())
            .withSchedule(controlPlane.scheduleEvery());
    LocalDeployment deployment =
        LocalDeployment.start(
            config,
            Artifacts.in(Folders.root(), Folders.etcd()),
            controlPlane,
            CreatedRights.in(state));
    CreatedZone zone = CreatedZone.in(state);
    deployment.cloud().hostedZones().add(zone.id(), zone.name());
    Stage stage = Stage.of(deployment, new ClusterName(group.name()), group.desired());
    try {
      byte[] spec = CreatedCluster.specInvocation(state).getBytes(StandardCharsets.UTF_8);
      InvocationResult stored = deployment.controller().host().invoke(spec).join();
      if (!stored.succeeded()) {
        throw new AssertionError(
            "spec not stored: " + new String(stored.payload(), StandardCharsets.UTF_8));
      }
      deployment.createGroup(group);
      AwaitCondition.until(
          "a healthy cluster", Stage.SOON, () -> stage.status().phase() == Phase.HEALTHY);
      stage.callOver(EtcdAccess.tls(ClientCertificates.issue(stage, "admin")));
      stage.awaitHealthy(group.desired());
      return stage;
    } catch (IOException | InterruptedException | RuntimeException | AssertionError e) {
      try (stage) {
        throw e;
      }
    }
  }
}
