package io.quorate.controller.plan.snapshots;

import io.quorate.model.Generation;
import io.quorate.snapshot.SnapshotId;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.snapshot.SnapshotRecord.State;
import io.quorate.spec.SnapshotPolicy;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.temporal.IsoFields;
import java.time.temporal.Temporal;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Which snapshots may go.
 *
 * <ol>
 *   <li>A generation without a verified snapshot loses none.
 *   <li>The newest verified one of each generation stays, and so does what is pinned or named.
 *   <li>Of those that a recovery may use stay the latest, and the newest of each of the last hours,
 *       days and weeks that have one, over all generations.
 *   <li>One that was found wrong stays for a day, to be looked at.
 *   <li>One whose id is later than the clock stays, and takes no other's place.
 * </ol>
 */
public final class Retention {
  private static final Duration WRONG_STAYS = Duration.ofDays(1);

  private Retention() {}

  /**
   * Which may go, oldest first.
   *
   * @param catalogue every snapshot of the cluster
   * @param keep what the spec says
   * @param named what a task, a request or a recovery names
   * @param now by the controller's clock
   */
  public static List<SnapshotRecord> toDelete(
      List<SnapshotRecord> catalogue,
      SnapshotPolicy.Keep keep,
      Set<SnapshotId> named,
      Instant now) {
    Set<SnapshotId> stays = new HashSet<>(named);
    List<SnapshotRecord> past =
        catalogue.stream().filter(record -> !record.id().later(now)).toList();
    Map<Generation, List<SnapshotRecord>> generations =
        past.stream().collect(Collectors.groupingBy(record -> record.id().generation()));
    generations
        .values()
        .forEach(
            records ->
                newestVerified(records, now)
                    .ifPresentOrElse(
                        newest -> stays.add(newest.id()),
                        () -> records.forEach(record -> stays.add(record.id()))));
    List<SnapshotRecord> usable =
        past.stream()
            .filter(SnapshotRecord::usable)
            .sorted(Comparator.comparing(SnapshotRecord::id).reversed())
            .toList();
    usable.stream().limit(keep.latest()).forEach(record -> stays.add(record.id()));
    stays.addAll(newestOfEach(usable, keep.hourly(), at -> at.truncatedTo(ChronoUnit.HOURS)));
    stays.addAll(newestOfEach(usable, keep.daily(), at -> at.truncatedTo(ChronoUnit.DAYS)));
    stays.addAll(newestOfEach(usable, keep.weekly(), Retention::week));
    return past.stream()
        .filter(record -> record.state() != State.DELETING)
        .filter(record -> record.pinnedBy().isEmpty())
        .filter(record -> !stays.contains(record.id()))
        .filter(record -> record.usable() || wrongForLong(record, now))
        .sorted(Comparator.comparing(SnapshotRecord::id))
        .toList();
  }

  /** The newest of a generation's snapshots that was restored and found right. */
  public static Optional<SnapshotRecord> newestVerified(
      List<SnapshotRecord> generation, Instant now) {
    return generation.stream()
        .filter(record -> !record.id().later(now))
        .filter(record -> record.state() == State.VERIFIED)
        .max(Comparator.comparing(SnapshotRecord::id));
  }

  private static boolean wrongForLong(SnapshotRecord record, Instant now) {
    return record.state() == State.FAILED && now.isAfter(record.id().mintedAt().plus(WRONG_STAYS));
  }

  private static Set<SnapshotId> newestOfEach(
      List<SnapshotRecord> newestFirst, int periods, Function<Instant, Object> period) {
    Set<Object> seen = new HashSet<>();
    return newestFirst.stream()
        .filter(record -> seen.size() < periods)
        .filter(record -> seen.add(period.apply(record.id().mintedAt())))
        .map(SnapshotRecord::id)
        .collect(Collectors.toSet());
  }

  private static Object week(Instant at) {
    Temporal day = at.atZone(ZoneOffset.UTC);
    return day.get(IsoFields.WEEK_BASED_YEAR) + "-" + day.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR);
  }
}
