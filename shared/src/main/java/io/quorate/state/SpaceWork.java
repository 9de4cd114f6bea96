package io.quorate.state;

import io.quorate.model.InstanceId;
import io.quorate.wire.Wire;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What was done for the room of the database.
 *
 * @param defragmented when each instance's member was last defragmented
 */
public record SpaceWork(@Wire.Sparse Map<InstanceId, Defragmented> defragmented) {
  /** Nothing was done. */
  public static final SpaceWork NONE = new SpaceWork(Map.of());

  /**
   * A member that was defragmented.
   *
   * @param at when it had ended, by the controller's clock
   * @param sizeBytes size of its database after it
   */
  public record Defragmented(Instant at, @Wire.Count long sizeBytes) {}

  public SpaceWork {
    defragmented = Map.copyOf(defragmented);
  }

  /** The same after a member was defragmented; forgets all instances but these. */
  public SpaceWork defragmented(InstanceId instance, Defragmented how, Set<InstanceId> known) {
    Map<InstanceId, Defragmented> next = new HashMap<>(defragmented);
    next.keySet().retainAll(known);
    next.put(instance, how);
    return new SpaceWork(next);
  }

  /** How a member was last defragmented, where it was so after an instant. */
  public Optional<Defragmented> since(Instant after, InstanceId instance) {
    return Optional.ofNullable(defragmented.get(instance)).filter(how -> !how.at().isBefore(after));
  }
}
