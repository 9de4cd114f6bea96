package io.quorate.controller.act;

import io.quorate.controller.plan.Decision;
import io.quorate.model.InstanceId;
import io.quorate.state.Status;
import io.quorate.store.RecordStore;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * HandBack: 1. records that the group is asked to let a terminated instance go; 2. asks, while the
 * turn has time; 3. records a failure. However late the call is: the instance is gone for good.
 */
final class HandingBack {
  private HandingBack() {}

  static Acted handBack(
      RecordStore store,
      InstanceTerminator terminator,
      Scene scene,
      Decision.HandBack decision,
      BooleanSupplier inTime) {
    InstanceId instance = decision.handBack().instance();
    if (!scene.plan().status().terminated(instance)) {
      throw new IllegalStateException(
          instance + " has no tombstone: only what EC2 shows terminated is handed back");
    }
    Acted asked =
        new Intent(store, scene).withStatus().journalled().commit(new Acted.Changed("OUT_OF_TIME"));
    return asked instanceof Acted.Changed && inTime.getAsBoolean()
        ? Asking.ask(
            store, terminator, scene, instance, (status, why) -> answered(status, instance, why))
        : asked;
  }

  private static Status answered(Status asked, InstanceId instance, Optional<String> failure) {
    return asked.withHandBacks(
        asked.handBacks().stream()
            .map(intent -> intent.instance().equals(instance) ? intent.answered(failure) : intent)
            .toList());
  }
}
