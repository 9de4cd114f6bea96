package io.quorate.e2e;

import io.quorate.localcloud.instance.Ec2State;
import io.quorate.localcloud.instance.InstanceView;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import software.amazon.awssdk.services.ec2.Ec2Client;

/** What a person does at EC2, past the group. */
final class Ec2 {
  private Ec2() {}

  /** Ends instances, all with one request: no lifecycle hook holds them. */
  static void terminate(Stage stage, List<InstanceView> instances) {
    try (Ec2Client ec2 = stage.deployment.clients().ec2()) {
      ec2.terminateInstances(
          request -> request.instanceIds(instances.stream().map(InstanceView::id).toList()));
    }
  }

  /** Stops an instance, puts another volume in the place of its own, and starts it again. */
  static void attach(Stage stage, InstanceView instance, Path volume) throws IOException {
    try (Ec2Client ec2 = stage.deployment.clients().ec2()) {
      ec2.stopInstances(request -> request.instanceIds(instance.id()));
      AwaitCondition.until(
          "it is stopped",
          Stage.SOON,
          () -> stage.instance(instance.id()).state() == Ec2State.STOPPED);
      stage.disks.forgive(instance.id());
      Disks.replace(instance.folder(), volume);
      ec2.startInstances(request -> request.instanceIds(instance.id()));
    }
  }
}
