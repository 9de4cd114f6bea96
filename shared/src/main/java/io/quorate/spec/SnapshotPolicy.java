package io.quorate.spec;

import java.time.Duration;
import java.util.Optional;

/**
 * When snapshots are taken, verified and deleted. Defaults and bounds stand in {@link
 * SnapshotFields}.
 *
 * @param interval the time between two snapshots; empty: none is taken unless somebody asks
 * @param from which members a snapshot is taken from
 * @param verify which snapshots are restored in isolation
 * @param keep which snapshots stay
 */
public record SnapshotPolicy(Optional<Duration> interval, From from, Verify verify, Keep keep) {
  /** Which members a snapshot is taken from. */
  public enum From {
    /** One member, a follower where there is one. */
    ONE,
    /** Each voter, one after the other. */
    EACH
  }

  /** Which snapshots are restored in isolation. */
  public enum Verify {
    /** Each one. */
    EACH,
    /** One a day. */
    DAILY,
    /** Those that somebody asks for. */
    OFF
  }

  /**
   * Which snapshots stay.
   *
   * @param latest how many of the newest
   * @param hourly the newest of each of so many hours
   * @param daily the newest of each of so many days
   * @param weekly the newest of each of so many weeks
   * @param maxAge after which none of these stays; empty: no age
   */
  public record Keep(int latest, int hourly, int daily, int weekly, Optional<Duration> maxAge) {}
}
