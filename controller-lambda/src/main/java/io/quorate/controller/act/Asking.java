package io.quorate.controller.act;

import io.quorate.controller.plan.Plan;
import io.quorate.model.InstanceId;
import io.quorate.state.Status;
import io.quorate.store.RecordStore;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks Auto Scaling to terminate an instance, and records a failure, and that there is none. */
final class Asking {
  private static final Logger LOG = LoggerFactory.getLogger(Asking.class);

  /** The status with how Auto Scaling took it. */
  interface Answered {
    /** That status; {@code failure} says why it was not accepted. */
    Status with(Status asked, Optional<String> failure);
  }

  private Asking() {}

  static Acted ask(
      RecordStore store,
      InstanceTerminator terminator,
      Scene scene,
      InstanceId instance,
      Answered answered) {
    try {
      String effect = terminator.terminate(instance).name();
      return note(store, scene, effect, answered, Optional.empty());
    } catch (CloudUnavailableException e) {
      LOG.warn("cluster={} terminate={} failed", scene.view().cluster(), instance, e);
      String why = e.getMessage() == null ? e.toString() : e.getMessage();
      return note(store, scene, "FAILED", answered, Optional.of(why));
    }
  }

  private static Acted note(
      RecordStore store, Scene scene, String effect, Answered answered, Optional<String> failure) {
    Status asked = scene.plan().status();
    Status next = answered.with(asked, failure);
    Acted changed = new Acted.Changed(effect);
    if (next.equals(asked)) {
      return changed;
    }
    Plan noted = new Plan(scene.plan().decision(), next, Map.of());
    return new Intent(store, scene.with(noted)).withStatus().commit(changed);
  }
}
