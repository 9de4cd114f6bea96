package io.quorate.spec;

import io.quorate.spec.SpecField.Effect;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The fields of the section {@code tls}. A spec without TLS is written without this section, and
 * one with TLS without the fields at their defaults: an older release refuses what it does not
 * know, and must go on where nothing else is asked of it.
 */
final class TlsFields {
  private static final String OFF = "off";

  static final SpecField<String> MODE =
      new SpecField<>(
          "tls.mode",
          ScalarKind.choice(OFF, "managed", "files"),
          new SpecField.Presence.Default(OFF),
          Effect.NEVER,
          "Whether members and clients speak TLS: `managed` has the controller sign and renew every"
              + " node's certificates, of an authority for peers and one for clients; `files` takes"
              + " certificates of your own from the nodes' disks.",
          spec -> Optional.of(spec.tls()).filter(TlsSettings::speaks).map(TlsSettings::word));

  static final SpecField<String> CLIENTS =
      new SpecField<>(
          "tls.clients",
          ScalarKind.choice(OFF, "required"),
          new SpecField.Presence.Default(OFF),
          Effect.ETCD_RESTART,
          "Whether etcd turns away clients that show no certificate of the clients' authority;"
              + " `quorate certificate issue` makes one.",
          spec -> Optional.of(spec.tls()).filter(TlsSettings::asksClients).map(TlsFields::clients));

  static final SpecField<List<String>> SANS =
      new SpecField<>(
          "tls.sans",
          new NameListKind(),
          new SpecField.Presence.Default(List.of()),
          Effect.AT_ONCE,
          "Further names that clients reach members by, such as a load balancer's: every member's"
              + " certificate for clients is good for them, beside its own addresses.",
          spec -> Optional.of(spec.tls().sans()).filter(sans -> !sans.isEmpty()));

  static final List<SpecField<?>> ALL =
      Stream.<SpecField<?>>concat(Stream.of(MODE, CLIENTS, SANS), TlsFileFields.ALL.stream())
          .toList();

  private TlsFields() {}

  static TlsSettings read(SpecValues values) {
    return new TlsSettings(
        TlsSettings.Mode.valueOf(values.get(MODE).toUpperCase(Locale.ROOT)),
        TlsSettings.Clients.valueOf(values.get(CLIENTS).toUpperCase(Locale.ROOT)),
        values.get(SANS),
        TlsFileFields.read(values));
  }

  private static String clients(TlsSettings tls) {
    return tls.clients().name().toLowerCase(Locale.ROOT);
  }
}
