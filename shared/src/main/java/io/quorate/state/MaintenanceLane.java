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
 * @param space what was done for the room of the database
 * @param comparison what the comparisons of the voters' data have found
 * @param auth what was done for the access control that the spec asks for
 */
public record MaintenanceLane(
    @Wire.Name("task") @Lane.Only(Lane.MAINTENANCE) Optional<OpenCommand> open,
    @Wire.Sparse @Wire.Name("lastTasks") Map<CommandKind, LastCommand> last,
    @Wire.Sparse BucketUpkeep bucket,
    @Wire.Sparse SpaceWork space,
    @Wire.Sparse DataComparison comparison,
    @Wire.Sparse AuthWork auth) {
  /** No command was ever told. */
  public static final MaintenanceLane NONE =
      new MaintenanceLane(
          Optional.empty(),
          Map.of(),
          BucketUpkeep.NONE,
          SpaceWork.NONE,
          DataComparison.NONE,
          AuthWork.NONE);

  /** Nothing was done for the room of the database, and nothing was compared. */
  public MaintenanceLane(
      Optional<OpenCommand> open, Map<CommandKind, LastCommand> last, BucketUpkeep bucket) {
    this(open, last, bucket, SpaceWork.NONE, DataComparison.NONE, AuthWork.NONE);
  }

  public MaintenanceLane {
    last = Map.copyOf(last);
  }

  MaintenanceLane with(Optional<OpenCommand> next) {
    return new MaintenanceLane(next, last, bucket, space, comparison, auth);
  }

  /** Keeps how the latest command of a kind ended. */
  public MaintenanceLane ended(CommandKind kind, LastCommand how) {
    Map<CommandKind, LastCommand> next = new HashMap<>(last);
    next.put(kind, how);
    return new MaintenanceLane(open, next, bucket, space, comparison, auth);
  }

  /**
   * The lane as the next generation begins: nothing is open, and what failed in the generation
   * before delays nothing of this one.
   */
  public MaintenanceLane ofNextGeneration() {
    return new MaintenanceLane(
        Optional.empty(), Map.of(), bucket, SpaceWork.NONE, DataComparison.NONE, AuthWork.NONE);
  }

  /** Replaces what is known of the work on the bucket. */
  public MaintenanceLane withBucket(BucketUpkeep next) {
    return new MaintenanceLane(open, last, next, space, comparison, auth);
  }

  /** Replaces what is known of the work for the room of the database. */
  public MaintenanceLane withSpace(SpaceWork next) {
    return new MaintenanceLane(open, last, bucket, next, comparison, auth);
  }

  /** Replaces what is known of the comparisons of the voters' data. */
  public MaintenanceLane withComparison(DataComparison next) {
    return new MaintenanceLane(open, last, bucket, space, next, auth);
  }

  /** Replaces what is known of the work for the access control. */
  public MaintenanceLane withAuth(AuthWork next) {
    return new MaintenanceLane(open, last, bucket, space, comparison, next);
  }
}
