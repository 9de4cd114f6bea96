package io.quorate.spec;

import io.quorate.spec.SpecField.Effect;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The fields of the section {@code maintenance}. A spec with the defaults is written without it,
 * which an older release refuses.
 */
final class MaintenanceFields {
  static final SpecField<Optional<Duration>> COMPARE_DATA =
      field(
          "compareData",
          ScalarKind.durationOrOff("1m", "168h"),
          "1h",
          MaintenanceSettings::compareData,
          "Time between two comparisons of the voters' data (sameness.md); they are also compared"
              + " after each join. `off` compares only on request.");

  static final List<SpecField<?>> ALL = List.of(COMPARE_DATA);

  private MaintenanceFields() {}

  static MaintenanceSettings read(SpecValues values) {
    return new MaintenanceSettings(values.get(COMPARE_DATA));
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
