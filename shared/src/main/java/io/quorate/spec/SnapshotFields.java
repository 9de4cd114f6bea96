package io.quorate.spec;

import io.quorate.spec.SpecField.Effect;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** The fields of the section {@code snapshots}. */
final class SnapshotFields {
  static final SpecField<Optional<Duration>> INTERVAL =
      field(
          "interval",
          ScalarKind.durationOrOff("10s", "168h"),
          "30m",
          SnapshotPolicy::interval,
          "Time between two snapshots of a cluster whose keys change; `off` takes one only when"
              + " somebody asks. Two intervals without one are a condition.");
  static final SpecField<String> FROM =
      field(
          "from",
          ScalarKind.choice("one", "each"),
          "one",
          policy -> word(policy.from()),
          "Which members a snapshot is taken from in each interval: one, a follower where there is"
              + " one, or each voter, one after the other, so that other sources are there when one"
              + " member's data went bad. `keep` counts every snapshot.");
  static final SpecField<String> VERIFY =
      field(
          "verify",
          ScalarKind.choice("each", "daily", "off"),
          "daily",
          policy -> word(policy.verify()),
          "Which snapshots are restored in isolation and compared with their manifest. Of a generation"
              + " without a verified snapshot, as with `off`, up to 343 stay, spread over two years,"
              + " and no archived data directory is ever deleted.");
  static final SpecField<Long> LATEST =
      keep("latest", 10, 1, SnapshotPolicy.Keep::latest, "How many of the newest snapshots stay.");
  static final SpecField<Long> HOURLY =
      keep(
          "hourly",
          24,
          0,
          SnapshotPolicy.Keep::hourly,
          "Of how many hours that have one the newest snapshot stays.");
  static final SpecField<Long> DAILY =
      keep(
          "daily",
          7,
          0,
          SnapshotPolicy.Keep::daily,
          "Of how many days (UTC) that have one the newest snapshot stays.");
  static final SpecField<Long> WEEKLY =
      keep(
          "weekly",
          4,
          0,
          SnapshotPolicy.Keep::weekly,
          "Of how many weeks that have one the newest snapshot stays.");

  /** A spec with the default is written without this field, which an older release refuses. */
  static final SpecField<Optional<Duration>> MAX_AGE =
      new SpecField<>(
          "snapshots.keep.maxAge",
          ScalarKind.durationOrOff("1h", "87600h"),
          new SpecField.Presence.Default("off"),
          Effect.AT_ONCE,
          "The age at which a snapshot goes although the other fields of `keep` would keep it."
              + " Whatever its age, a generation's newest verified snapshot stays, and those after"
              + " it, and one that is pinned or in use.",
          spec -> Optional.of(spec.snapshots().keep().maxAge()).filter(Optional::isPresent));

  static final List<SpecField<?>> ALL =
      List.of(INTERVAL, FROM, VERIFY, LATEST, HOURLY, DAILY, WEEKLY, MAX_AGE);

  private SnapshotFields() {}

  static SnapshotPolicy read(SpecValues values) {
    return new SnapshotPolicy(
        values.get(INTERVAL),
        SnapshotPolicy.From.valueOf(constant(values.get(FROM))),
        SnapshotPolicy.Verify.valueOf(constant(values.get(VERIFY))),
        new SnapshotPolicy.Keep(
            Math.toIntExact(values.get(LATEST)),
            Math.toIntExact(values.get(HOURLY)),
            Math.toIntExact(values.get(DAILY)),
            Math.toIntExact(values.get(WEEKLY)),
            values.get(MAX_AGE)));
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  private static String constant(String word) {
    return word.toUpperCase(Locale.ROOT);
  }

  private static SpecField<Long> keep(
      String name,
      long standard,
      long least,
      Function<SnapshotPolicy.Keep, Integer> of,
      String meaning) {
    return field(
        "keep." + name,
        ScalarKind.count(least, 1000),
        standard,
        policy -> (long) of.apply(policy.keep()),
        meaning);
  }

  private static <T> SpecField<T> field(
      String name,
      FieldKind<T> kind,
      Object standard,
      Function<SnapshotPolicy, T> of,
      String meaning) {
    return SpecField.optional(
        "snapshots." + name,
        kind,
        standard,
        Effect.AT_ONCE,
        spec -> of.apply(spec.snapshots()),
        meaning);
  }
}
