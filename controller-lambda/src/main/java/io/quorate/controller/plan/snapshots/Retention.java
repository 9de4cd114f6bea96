package io.quorate.controller.plan.snapshots;

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
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Which snapshots may go.
 *
 * <ol>
 *   <li>Of generations without a verified snapshot, where any may be the only one that is right,
 *       stay the first and the newest of each, the latest 100, and the newest of each of the last
 *       48 hours, 90 days and 104 weeks that have one, over all of these generations.
 *   <li>The newest verified one of each generation stays, and so does what is pinned or named.
 *   <li>Of those that a recovery may use stay the latest, and the newest of each of the last hours,
 *       days and weeks that have one, over all generations.
 *   <li>Of these go those that are older than the spec's greatest age, but none that is newer than
 *       its generation's newest verified one: what comes after it may be all that is left.
 *   <li>One that was found wrong, or whose voter held other data, stays for a day, to be looked at.
 *   <li>One whose id is later than the clock stays, and takes no other's place.
 *   <li>Those that were found in the bucket and those that the controller's own commands brought
 *       back are looked at apart: none of the first takes a place of the others, or makes one of
 *       them go.
 * </ol>
 */
public final class Retention {
  private static final Duration WRONG_STAYS = Duration.ofDays(1);

  /** What stays of generations without a verified snapshot, whatever the spec says. */
  private static final SnapshotPolicy.Keep UNVERIFIED =
      new SnapshotPolicy.Keep(100, 48, 90, 104, Optional.empty());

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
    return catalogue.stream()
        .collect(Collectors.groupingBy(SnapshotRecord::found))
        .values()
        .stream()
        .flatMap(alike -> among(alike, keep, named, now).stream())
        .sorted(Comparator.comparing(SnapshotRecord::id))
        .toList();
  }

  private static List<SnapshotRecord> among(
      List<SnapshotRecord> catalogue,
      SnapshotPolicy.Keep keep,
      Set<SnapshotId> named,
      Instant now) {
    List<SnapshotRecord> past =
        catalogue.stream().filter(record -> !record.id().later(now)).toList();
    Set<SnapshotId> stays = new HashSet<>(named);
    Set<SnapshotId> beforeVerified = new HashSet<>();
    List<SnapshotRecord> unverified = new ArrayList<>();
    past.stream()
        .collect(Collectors.groupingBy(record -> record.id().generation()))
        .values()
        .forEach(
            records ->
                newestVerified(records, now)
                    .ifPresentOrElse(
                        newest -> {
                          stays.add(newest.id());
                          beforeVerified.addAll(before(newest, records));
                        },
                        () -> unverified.addAll(records)));
    stays.addAll(thinned(unverified));
    stays.addAll(wished(past, keep, aged(beforeVerified, keep, now)));
    return past.stream()
        .filter(record -> record.state() != State.DELETING)
        .filter(record -> record.pinnedBy().isEmpty())
        .filter(record -> !stays.contains(record.id()))
        .filter(record -> record.usable() || wrongForLong(record, now))
        .toList();
  }

  /**
   * What was found wrong counts, too: where nothing is ever found right, the finding may be wrong.
   */
  private static Set<SnapshotId> thinned(List<SnapshotRecord> unverified) {
    List<SnapshotRecord> newestFirst =
        unverified.stream()
            .filter(record -> record.state() != State.DELETING)
            .sorted(Comparator.comparing(SnapshotRecord::id).reversed())
            .toList();
    Set<SnapshotId> stays = kept(newestFirst, UNVERIFIED);
    newestFirst.stream()
        .map(SnapshotRecord::id)
        .collect(Collectors.groupingBy(SnapshotId::generation))
        .values()
        .forEach(ids -> stays.addAll(List.of(ids.getFirst(), ids.getLast())));
    return stays;
  }

  private static Set<SnapshotId> before(SnapshotRecord newest, List<SnapshotRecord> records) {
    return records.stream()
        .map(SnapshotRecord::id)
        .filter(id -> id.compareTo(newest.id()) < 0)
        .collect(Collectors.toSet());
  }

  private static Set<SnapshotId> aged(
      Set<SnapshotId> beforeVerified, SnapshotPolicy.Keep keep, Instant now) {
    return keep.maxAge()
        .map(
            age ->
                beforeVerified.stream()
                    .filter(id -> id.mintedAt().plus(age).isBefore(now))
                    .collect(Collectors.toSet()))
        .orElse(Set.of());
  }

  /** What the spec keeps, without what is too old. */
  private static Set<SnapshotId> wished(
      List<SnapshotRecord> past, SnapshotPolicy.Keep keep, Set<SnapshotId> aged) {
    List<SnapshotRecord> usable =
        past.stream()
            .filter(SnapshotRecord::usable)
            .sorted(Comparator.comparing(SnapshotRecord::id).reversed())
            .toList();
    Set<SnapshotId> wished = kept(usable, keep);
    wished.removeAll(aged);
    return wished;
  }

  /** The latest, and the newest of each period, whatever their age. */
  private static Set<SnapshotId> kept(List<SnapshotRecord> newestFirst, SnapshotPolicy.Keep keep) {
    Set<SnapshotId> kept = new HashSet<>();
    newestFirst.stream().limit(keep.latest()).forEach(record -> kept.add(record.id()));
    kept.addAll(newestOfEach(newestFirst, keep.hourly(), at -> at.truncatedTo(ChronoUnit.HOURS)));
    kept.addAll(newestOfEach(newestFirst, keep.daily(), at -> at.truncatedTo(ChronoUnit.DAYS)));
    kept.addAll(newestOfEach(newestFirst, keep.weekly(), Retention::week));
    return kept;
  }

  /** The newest of a generation's snapshots that was restored and found right. */
  public static Optional<SnapshotRecord> newestVerified(
      List<SnapshotRecord> generation, Instant now) {
    return generation.stream()
        .filter(record -> !record.id().later(now))
        .filter(record -> record.state() == State.VERIFIED && record.usable())
        .max(Comparator.comparing(SnapshotRecord::id));
  }

  private static boolean wrongForLong(SnapshotRecord record, Instant now) {
    return (record.state() == State.FAILED || record.differs())
        && now.isAfter(record.id().mintedAt().plus(WRONG_STAYS));
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
