package io.quorate.e2e;

import software.amazon.awssdk.services.autoscaling.AutoScalingClient;

/** Launches of the group, which a person may suspend. */
final class Launches {
  private static final String PROCESS = "Launch";

  private Launches() {}

  static void suspend(Stage stage) {
    client(stage)
        .suspendProcesses(s -> s.autoScalingGroupName(stage.name.value()).scalingProcesses(PROCESS));
  }

  static void resume(Stage stage) {
    client(stage)
        .resumeProcesses(s -> s.autoScalingGroupName(stage.name.value()).scalingProcesses(PROCESS));
  }

  private static AutoScalingClient client(Stage stage) {
    return stage.deployment.clients().autoScaling();
  }
}
