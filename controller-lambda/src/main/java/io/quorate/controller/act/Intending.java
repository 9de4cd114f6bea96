package io.quorate.controller.act;

import io.quorate.controller.plan.Decision;
import io.quorate.store.RecordStore;

/** IntendTermination: records that an instance will be terminated; nothing else happens yet. */
final class Intending {
  private Intending() {}

  static Acted intend(RecordStore store, Scene scene, Decision.IntendTermination decision) {
    if (!scene.plan().status().terminating(decision.termination().instance())) {
      throw new IllegalStateException(
          "termination of "
              + decision.termination().instance()
              + " is decided but not in the plan's status: it would never be performed");
    }
    return new Intent(store, scene).withStatus().journalled().commit(new Acted.Changed("none"));
  }
}
