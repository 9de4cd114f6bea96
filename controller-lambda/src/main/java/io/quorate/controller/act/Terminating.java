package io.quorate.controller.act;

import io.quorate.controller.plan.Decision;
import io.quorate.controller.plan.Plan;
import io.quorate.model.InstanceId;
import io.quorate.state.Status;
import io.quorate.state.Termination;
import io.quorate.store.RecordStore;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Terminate: 1. records that a recorded termination is asked for, on the very evidence it rests on;
 * 2. asks, while the turn still has time: whoever stood still in between may have been overtaken by
 * what that evidence became; 3. records a failure, and that there is none any more.
 */
final class Terminating {
  private static final Logger LOG = LoggerFactory.getLogger(Terminating.class);

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
        ? ask(store, terminator, scene, instance)
        : asked;
  }

  private static Acted ask(
      RecordStore store, InstanceTerminator terminator, Scene scene, InstanceId instance) {
    try {
      String effect = terminator.terminate(instance).name();
      return answered(store, scene, instance, effect, Optional.empty());
    } catch (CloudUnavailableException e) {
      LOG.warn("cluster={} terminate={} failed", scene.view().cluster(), instance, e);
      String why = e.getMessage() == null ? e.toString() : e.getMessage();
      return answered(store, scene, instance, "FAILED", Optional.of(why));
    }
  }

  private static Acted answered(
      RecordStore store,
      Scene scene,
      InstanceId instance,
      String effect,
      Optional<String> failure) {
    Status asked = scene.plan().status();
    List<Termination> answered =
        asked.terminations().stream()
            .map(intent -> intent.instance().equals(instance) ? intent.answered(failure) : intent)
            .toList();
    Acted changed = new Acted.Changed(effect);
    if (answered.equals(asked.terminations())) {
      return changed;
    }
    Plan noted = new Plan(scene.plan().decision(), asked.withTerminations(answered), Map.of());
    return new Intent(store, scene.with(noted)).withStatus().commit(changed);
  }
}
