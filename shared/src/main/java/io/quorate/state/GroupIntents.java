package io.quorate.state;

import io.quorate.model.InstanceId;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * What was decided about the group's instances.
 *
 * @param leaving members that leave, and since when; they are not joined again
 * @param hooks answers to lifecycle hooks whose waits the group has not yet shown to be over
 */
public record GroupIntents(Map<InstanceId, Instant> leaving, List<HookAnswer> hooks) {
  /** Nothing was decided. */
  public static final GroupIntents NONE = new GroupIntents(Map.of(), List.of());

  public GroupIntents {
    leaving = Map.copyOf(leaving);
    hooks = List.copyOf(hooks);
  }
}
