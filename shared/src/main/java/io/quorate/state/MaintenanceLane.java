package io.quorate.state;

import io.quorate.command.CommandKind;
import io.quorate.command.Lane;
import io.quorate.wire.Wire;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The maintenance lane: its open command, how earlier ones ended, and the work on the bucket.
 *
 * @param open the one open command
 * @param last how the latest command of each kind ended
 * @param bucket the controller's own work on the bucket
 * @param comparison what the comparisons of the voters' data have found
 */
public record MaintenanceLane(
    @Wire.Name("task") @Lane.Only(Lane.MAINTENANCE) Optional<OpenCommand> open,
    @Wire.Sparse @Wire.Name("lastTasks") Map<CommandKind, LastCommand> last,
    @Wire.Sparse BucketUpkeep bucket,
    @Wire.Sparse DataComparison comparison) {
  /** No command was ever told. */
  public static final MaintenanceLane NONE =
      new MaintenanceLane(Optional.empty(), Map.of(), BucketUpkeep.NONE, DataComparison.NONE);

  public MaintenanceLane {
    last = Map.copyOf(last);
  }

  MaintenanceLane with(Optional<OpenCommand> next) {
    return new MaintenanceLane(next, last, bucket, comparison);
  }

  /** Keeps how the latest command of a kind ended. */
  public MaintenanceLane ended(CommandKind kind, LastCommand how) {
    Map<CommandKind, LastCommand> next = new HashMap<>(last);
    next.put(kind, how);
    return new MaintenanceLane(open, next, bucket, comparison);
  }

  /**
   * The lane as the next generation begins: nothing is open, and what failed in the generation
   * before delays nothing of this one.
   */
  public MaintenanceLane ofNextGeneration() {
    return new MaintenanceLane(Optional.empty(), Map.of(), bucket, DataComparison.NONE);
  }

  /** Replaces what is known of the work on the bucket. */
  public MaintenanceLane withBucket(BucketUpkeep next) {
    return new MaintenanceLane(open, last, next, comparison);
  }

  /** Replaces what is known of the comparisons of the voters' data. */
  public MaintenanceLane withComparison(DataComparison next) {
    return new MaintenanceLane(open, last, bucket, next);
  }
}
