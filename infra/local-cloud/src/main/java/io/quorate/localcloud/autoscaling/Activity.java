package io.quorate.localcloud.autoscaling;

import java.time.Instant;
import java.util.Optional;

/**
 * A scaling activity.
 *
 * @param id unique id
 * @param group the group's name
 * @param description what is done
 * @param cause why
 * @param zone availability zone, "" where none is meant
 * @param started when it began
 * @param ended when it ended
 * @param status for instance {@code InProgress}, {@code Successful} or {@code Failed}
 * @param statusMessage why it failed, else ""
 * @param progress per cent done
 */
public record Activity(
    String id,
    String group,
    String description,
    String cause,
    String zone,
    Instant started,
    Optional<Instant> ended,
    String status,
    String statusMessage,
    int progress) {
  static Activity begin(
      String id, String group, String description, String cause, String zone, Instant now) {
    return new Activity(
        id, group, description, cause, zone, now, Optional.empty(), "InProgress", "", 0);
  }

  Activity status(String name, int percent) {
    return new Activity(
        id, group, description, cause, zone, started, ended, name, statusMessage, percent);
  }

  Activity succeeded(Instant now) {
    return new Activity(
        id, group, description, cause, zone, started, Optional.of(now), "Successful", "", 100);
  }

  Activity failed(Instant now, String message) {
    return new Activity(
        id, group, description, cause, zone, started, Optional.of(now), "Failed", message, 100);
  }

  Activity cancelled(Instant now, String message) {
    return new Activity(
        id, group, description, cause, zone, started, Optional.of(now), "Cancelled", message, 100);
  }
}
