package io.quorate.spec;

import io.quorate.spec.SpecField.Effect;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The fields of the section {@code upgrade}. A spec with the defaults is written without it, which
 * an older release refuses.
 */
final class UpgradeFields {
  static final SpecField<Optional<Duration>> SOAK =
      new SpecField<>(
          "upgrade.soak",
          ScalarKind.durationOrOff("1s", "24h"),
          new SpecField.Presence.Default("5m"),
          Effect.AT_ONCE,
          "How long a member serves a new etcd release without interruption before the next one"
              + " changes to it (upgrades.md); `off`: the next one follows at once.",
          spec ->
              Optional.of(spec.upgrade().soak())
                  .filter(soak -> !soak.equals(UpgradeSettings.DEFAULT.soak())));

  static final List<SpecField<?>> ALL = List.of(SOAK);

  private UpgradeFields() {}

  static UpgradeSettings read(SpecValues values) {
    return new UpgradeSettings(values.get(SOAK));
  }
}
