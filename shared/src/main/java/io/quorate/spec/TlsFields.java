package io.quorate.spec;

import io.quorate.spec.SpecField.Effect;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The fields of the section {@code tls}. */
final class TlsFields {
  /** A spec without TLS is written without this section, which an older release would refuse. */
  static final SpecField<String> MODE =
      new SpecField<>(
          "tls.mode",
          ScalarKind.choice("off", "managed"),
          new SpecField.Presence.Default("off"),
          Effect.NEVER,
          "Whether members and clients speak TLS: `managed` has the controller sign and renew every"
              + " node's certificates, of an authority for peers and one for clients.",
          spec -> Optional.of(spec.tls()).filter(TlsSettings::managed).map(TlsFields::word));

  static final List<SpecField<?>> ALL = List.of(MODE);

  private TlsFields() {}

  static TlsSettings read(SpecValues values) {
    return new TlsSettings(TlsSettings.Mode.valueOf(values.get(MODE).toUpperCase(Locale.ROOT)));
  }

  private static String word(TlsSettings tls) {
    return tls.mode().name().toLowerCase(Locale.ROOT);
  }
}
