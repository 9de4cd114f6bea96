package io.quorate.state;

import io.quorate.model.InstanceId;
import io.quorate.snapshot.SnapshotId;
import java.time.Instant;
import java.util.Optional;

/**
 * That no further member is restarted for settings with which one did not come back, or for a
 * release that refused a snapshot of the cluster's own.
 *
 * @param instance whose member it was; of a release that refused a snapshot, which node tried it
 * @param settings with what it was to start, as {@link io.quorate.spec.StartSettings} tells
 * @param because what its agent said
 * @param since when that was journalled, by the controller's clock
 * @param snapshot which snapshot the release refused; empty after a restart that failed
 */
public record RollOutHalt(
    InstanceId instance,
    String settings,
    String because,
    Instant since,
    Optional<SnapshotId> snapshot) {
  /** After a restart that failed. */
  public RollOutHalt(InstanceId instance, String settings, String because, Instant since) {
    this(instance, settings, because, since, Optional.empty());
  }
}
