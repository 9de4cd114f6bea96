package io.quorate.controller.act;

import io.quorate.controller.plan.Decision;
import io.quorate.model.InstanceId;
import io.quorate.state.Status;
import io.quorate.store.RecordStore;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Terminate: 1. records that a recorded termination is asked for, on the very evidence it rests on;
 * 2. asks, while the turn still has time: whoever stood still in between may have been overtaken by
 * what that evidence became; 3. records a failure, and that there is none any more.
 */
final class Terminating {
  private Terminating() {}

  static Acted terminate(
      RecordStore store,
      InstanceTerminator terminator,
      Scene scene,
      Decision.Terminate decision,
      BooleanSupplier inTime) {
    InstanceId instance = decision.termination().instance();
    if (!scene.view().status().terminating(instance)) {
      throw new IllegalStateException(
          "termination of " + instance + " is not recorded: nothing is done before its intent is");
    }
    Acted asked =
        new Intent(store, scene)
            .withStatus()
            .journalled(decision.reason().and("instance", instance))
            .commit(new Acted.Changed("OUT_OF_TIME"));
    return asked instanceof Acted.Changed && inTime.getAsBoolean()
        ? Asking.ask(
            store, terminator, scene, instance, (status, why) -> answered(status, instance, why))
        : asked;
  }

  private static Status answered(Status asked, InstanceId instance, Optional<String> failure) {
    return asked.withTerminations(
        asked.terminations().stream()
            .map(intent -> intent.instance().equals(instance) ? intent.answered(failure) : intent)
            .toList());
  }
}
