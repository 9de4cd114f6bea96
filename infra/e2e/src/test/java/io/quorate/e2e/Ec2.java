package io.quorate.e2e;

import io.quorate.localcloud.instance.Ec2State;
import io.quorate.localcloud.instance.InstanceView;
import io.quorate.state.Condition;
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

  /**
   * Ends two of three members, and the second only after the first was removed: of two members one
   * is left, and no quorum. The group launches nothing meanwhile.
   *
   * @param next the generation that the recovery begins, which ends NO_QUORUM
   */
  static void terminateInSteps(
      Stage stage, List<InstanceView> victims, InstanceView left, long next) {
    Launches.suspend(stage);
    terminate(stage, victims.subList(0, 1));
    AwaitCondition.untilSettled(
        "removal of the first",
        Stage.SOON,
        () -> !stage.etcd(left).members().containsValue(victims.getFirst().id()));
    terminate(stage, victims.subList(1, 2));
    AwaitCondition.until(
        "the loss to be seen",
        Stage.SOON,
        () -> stage.has(Condition.Type.NO_QUORUM) || new Generations(stage).number() == next);
    Launches.resume(stage);
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
