package io.quorate.controller.act;

import io.quorate.state.Condition;
import io.quorate.state.Status;
import io.quorate.store.RecordStore;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Rest and Halt: writes what is shown if it differs from what was read, with a journal entry if the
 * phase or the set of conditions changed; nothing at all otherwise.
 */
final class Resting {
  private Resting() {}

  static Acted rest(RecordStore store, Scene scene) {
    Status read = scene.view().status();
    Status next = scene.plan().status();
    if (next.equals(read) && Intent.health(scene, next).isEmpty()) {
      return new Acted.Nothing();
    }
    Intent intent = new Intent(store, scene).withStatus();
    return (differs(read, next) ? intent.journalled() : intent).commit(new Acted.Noted());
  }

  /** Whether a person would see another state, and not only another wording. */
  static boolean differs(Status read, Status next) {
    return read.phase() != next.phase() || !types(read).equals(types(next));
  }

  private static Set<Condition.Type> types(Status status) {
    return status.conditions().stream().map(Condition::type).collect(Collectors.toSet());
  }
}
