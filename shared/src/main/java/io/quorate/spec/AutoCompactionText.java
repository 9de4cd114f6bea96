package io.quorate.spec;

import java.time.Duration;
import java.util.Optional;

/** The two fields of auto-compaction, mode and retention, and the one value that they make. */
final class AutoCompactionText {
  private static final ScalarKind<Duration> AGE = ScalarKind.duration("1m", "8760h");
  private static final ScalarKind<Long> REVISIONS = ScalarKind.count(1, 1_000_000_000);

  /** Either form; which of them is right depends on the mode. */
  static final ScalarKind<String> RETENTION =
      new ScalarKind<>(
          "duration or whole number",
          "with mode periodic " + AGE.allowed() + "; with mode revision " + REVISIONS.allowed(),
          text ->
              AGE.parse().apply(text).isPresent() || REVISIONS.parse().apply(text).isPresent()
                  ? Optional.of(text)
                  : Optional.empty(),
          text -> text);

  private AutoCompactionText() {}

  /** The value that the two fields make; empty when the retention does not suit the mode. */
  static Optional<AutoCompaction> parse(String mode, Optional<String> retention) {
    return switch (mode) {
      case "periodic" ->
          AGE.parse().apply(retention.orElse("1h")).map(AutoCompaction.Periodic::new);
      case "revision" ->
          REVISIONS.parse().apply(retention.orElse("10000")).map(AutoCompaction.ByRevision::new);
      case "off" -> retention.isEmpty() ? Optional.of(new AutoCompaction.Off()) : Optional.empty();
      case String other -> throw new IllegalArgumentException("mode '" + other + "' is unknown");
    };
  }

  static String mode(AutoCompaction compaction) {
    return switch (compaction) {
      case AutoCompaction.Periodic periodic -> "periodic";
      case AutoCompaction.ByRevision byRevision -> "revision";
      case AutoCompaction.Off off -> "off";
    };
  }

  static Optional<String> retention(AutoCompaction compaction) {
    return switch (compaction) {
      case AutoCompaction.Periodic periodic ->
          Optional.of(DurationText.print(periodic.retention()));
      case AutoCompaction.ByRevision byRevision ->
          Optional.of(Long.toString(byRevision.retention()));
      case AutoCompaction.Off off -> Optional.empty();
    };
  }
}
