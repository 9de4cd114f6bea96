package io.quorate.recovery;

import io.quorate.model.InstanceId;
import java.time.Instant;

/**
 * One restore of the source on one node, before anything is committed. Several may run at once, or
 * be repeated: a trial changes nothing but a folder of its own.
 *
 * @param number which trial of its recovery, from one
 * @param candidate the node that restores
 * @param since when it was told, by the controller's clock
 * @param failed why it could not be made; empty while it runs or once it succeeded
 */
public record RecoveryTrial(
    long number, InstanceId candidate, Instant since, java.util.Optional<String> failed) {
  /** Refuses a number that is none. */
  public RecoveryTrial {
    if (number < 1) {
      throw new IllegalArgumentException("trial " + number + ": expected one or more");
    }
  }
}
