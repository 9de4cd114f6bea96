package io.quorate.controller.act;

import io.quorate.controller.plan.Decision;
import io.quorate.model.InstanceId;
import io.quorate.store.RecordStore;

/** Terminate: performs a recorded termination, then journals how the cloud took it. */
final class Terminating {
  private Terminating() {}

  static Acted terminate(
      RecordStore store, InstanceTerminator terminator, Scene scene, Decision.Terminate decision) {
    InstanceId instance = decision.termination().instance();
    if (!scene.view().status().terminating(instance)) {
      throw new IllegalStateException(
          "termination of " + instance + " is not recorded: nothing is done before its intent is");
    }
    InstanceTerminator.Termination taken = terminator.terminate(instance);
    return new Intent(store, scene)
        .withStatus()
        .journalled(decision.reason().and("instance", instance).and("effect", taken))
        .commit(new Acted.Changed(taken.name()));
  }
}
