package io.quorate.spec;

import io.quorate.spec.SpecField.Effect;
import io.quorate.spec.UpgradeSettings.Finalizes;
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

  static final SpecField<String> FINALIZE =
      new SpecField<>(
          "upgrade.finalize",
          ScalarKind.choice(Finalizes.AUTOMATIC.word(), Finalizes.APPROVE.word()),
          new SpecField.Presence.Default(Finalizes.AUTOMATIC.word()),
          Effect.AT_ONCE,
          "Who lets a newer release line become the cluster's, such as 3.6 after 3.5: `automatic`, the"
              + " controller; `approve`, an operator by `quorate upgrade approve`. Asked before the"
              + " member that leaves one of the older line (upgrades.md).",
          spec ->
              Optional.of(spec.upgrade().finalizes())
                  .filter(finalizes -> finalizes != UpgradeSettings.DEFAULT.finalizes())
                  .map(Finalizes::word));

  static final List<SpecField<?>> ALL = List.of(SOAK, FINALIZE);

  private UpgradeFields() {}

  static UpgradeSettings read(SpecValues values) {
    return new UpgradeSettings(
        values.get(SOAK),
        values.get(FINALIZE).equals(Finalizes.APPROVE.word())
            ? Finalizes.APPROVE
            : Finalizes.AUTOMATIC);
  }
}
