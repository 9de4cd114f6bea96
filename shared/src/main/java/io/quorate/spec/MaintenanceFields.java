package io.quorate.spec;

import io.quorate.spec.SpecField.Effect;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The fields of the section {@code maintenance}. A spec with the defaults is written without it,
 * which an older release refuses.
 */
final class MaintenanceFields {
  private static final String OFF = "off";
  private static final String ALWAYS = "always";
  private static final Pattern PERCENT = Pattern.compile("([1-9]\\d)%");

  static final SpecField<Optional<Integer>> ABOVE =
      field(
          "defragment.above",
          new ScalarKind<>(
              "percentage or off",
              "off, or a percentage from 10% to 99%",
              text -> {
                Matcher percent = PERCENT.matcher(text);
                return percent.matches()
                    ? Optional.of(Optional.of(Integer.valueOf(percent.group(1))))
                    : Optional.of(Optional.<Integer>empty()).filter(off -> text.equals(OFF));
              },
              value -> value.map(percent -> percent + "%").orElse(OFF)),
          "45%",
          MaintenanceSettings::above,
          "From which share of free pages on a member's database is defragmented, one member after"
              + " the other, while every voter serves; `off` does it only on request.");

  static final SpecField<ByteSize> AT_LEAST =
      field(
          "defragment.atLeast",
          ScalarKind.size("1MiB", "8GiB"),
          "100MiB",
          MaintenanceSettings::atLeast,
          "How much a defragmentation must give back to the disk.");

  static final SpecField<Optional<DayWindow>> WINDOW =
      field(
          "defragment.window",
          new ScalarKind<>(
              "time of day",
              "always, or two times of the day in UTC such as \"02:00-05:00\"",
              text -> {
                Optional<DayWindow> window = DayWindow.parse(text);
                return text.equals(ALWAYS) || window.isPresent()
                    ? Optional.of(window)
                    : Optional.empty();
              },
              value -> value.map(DayWindow::toString).orElse(ALWAYS)),
          ALWAYS,
          MaintenanceSettings::window,
          "When members are defragmented by themselves; one that ends before it begins goes over"
              + " midnight.");

  static final SpecField<Boolean> EMERGENCY_COMPACTION =
      field(
          "emergencyCompaction",
          ScalarKind.truth(),
          "false",
          MaintenanceSettings::emergencyCompaction,
          "Whether the whole history is dropped where etcd refuses writes (NOSPACE) and what"
              + " `etcd.autoCompaction` keeps does not leave room: watchers that are behind are"
              + " cancelled.");

  static final SpecField<Optional<Duration>> COMPARE_DATA =
      field(
          "compareData",
          ScalarKind.durationOrOff("1m", "168h"),
          "1h",
          MaintenanceSettings::compareData,
          "Time between two comparisons of the voters' data (sameness.md); they are also compared"
              + " after each join. `off` compares only on request, and before another etcd release or"
              + " the replacement of nodes.");

  static final List<SpecField<?>> ALL =
      List.of(ABOVE, AT_LEAST, WINDOW, EMERGENCY_COMPACTION, COMPARE_DATA);

  private MaintenanceFields() {}

  static MaintenanceSettings read(SpecValues values) {
    return new MaintenanceSettings(
        values.get(ABOVE),
        values.get(AT_LEAST),
        values.get(WINDOW),
        values.get(EMERGENCY_COMPACTION),
        values.get(COMPARE_DATA));
  }

  private static <T> SpecField<T> field(
      String name,
      ScalarKind<T> kind,
      String standard,
      Function<MaintenanceSettings, T> of,
      String meaning) {
    return new SpecField<>(
        "maintenance." + name,
        kind,
        new SpecField.Presence.Default(standard),
        Effect.AT_ONCE,
        meaning,
        spec ->
            Optional.of(of.apply(spec.maintenance()))
                .filter(value -> !value.equals(of.apply(MaintenanceSettings.DEFAULT))));
  }
}
