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
 * @param compacted the latest compaction that was told to a member
 * @param defragmented when each instance's member was last defragmented
 */
public record SpaceWork(
    Optional<Compacted> compacted, @Wire.Sparse Map<InstanceId, Defragmented> defragmented) {
  /** Nothing was done. */
  public static final SpaceWork NONE = new SpaceWork(Optional.empty(), Map.of());

  /**
   * A compaction.
   *
   * @param at when it had ended, by the controller's clock
   * @param inUseBytes what its executor's database needed after it
   * @param emergency whether it dropped the whole history
   */
  public record Compacted(Instant at, @Wire.Count long inUseBytes, boolean emergency) {}

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

  /** The same after a compaction. */
  public SpaceWork compacted(Compacted how) {
    return new SpaceWork(Optional.of(how), defragmented);
  }

  /** The same after a member was defragmented; forgets all instances but these. */
  public SpaceWork defragmented(InstanceId instance, Defragmented how, Set<InstanceId> known) {
    Map<InstanceId, Defragmented> next = new HashMap<>(defragmented);
    next.keySet().retainAll(known);
    next.put(instance, how);
    return new SpaceWork(compacted, next);
  }

  /** How a member was last defragmented, where that was not before an instant. */
  public Optional<Defragmented> since(Instant from, InstanceId instance) {
    return Optional.ofNullable(defragmented.get(instance)).filter(how -> !how.at().isBefore(from));
  }
}
