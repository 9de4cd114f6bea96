package io.quorate.spec;

import io.quorate.spec.SpecField.Effect;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The fields of the section {@code recovery}. */
final class RecoveryFields {
  /** A spec with the default is written without this section, which an older release refuses. */
  static final SpecField<String> MODE =
      new SpecField<>(
          "recovery.mode",
          ScalarKind.choice("automatic", "approve"),
          new SpecField.Presence.Default("automatic"),
          Effect.AT_ONCE,
          "Who begins a recovery: `automatic` begins one when the data is proved lost; with `approve`"
              + " it waits until an operator approves its plan by the plan's hash.",
          spec ->
              Optional.of(spec.recovery())
                  .filter(RecoverySettings::needsApproval)
                  .map(RecoveryFields::word));

  static final List<SpecField<?>> ALL = List.of(MODE);

  private RecoveryFields() {}

  static RecoverySettings read(SpecValues values) {
    return new RecoverySettings(
        RecoverySettings.Mode.valueOf(values.get(MODE).toUpperCase(Locale.ROOT)));
  }

  private static String word(RecoverySettings recovery) {
    return recovery.mode().name().toLowerCase(Locale.ROOT);
  }
}
