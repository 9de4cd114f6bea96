package io.quorate.e2e;

import io.quorate.localcloud.instance.InstanceView;
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
}
