package io.quorate.spec;

import io.quorate.spec.SpecField.Effect;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * The fields of the section {@code dns}. A spec without a name is written without it, which an
 * older release refuses.
 */
final class DnsFields {
  /** Longer names leave no room for those of members and services below them. */
  private static final int LONGEST = 180;

  private static final Pattern ZONE = Pattern.compile("[A-Z0-9]{2,32}");
  private static final String TOGETHER = "none; zone and name stand together";

  static final SpecField<String> ZONE_ID =
      SpecField.derived(
          "dns.zone",
          new ScalarKind<>(
              "zone id",
              "the id of a hosted zone at Route 53, such as \"Z0123456789ABCDEFGHIJ\"",
              text -> Optional.of(text).filter(ZONE.asMatchPredicate()),
              zone -> zone),
          TOGETHER,
          Effect.AT_ONCE,
          spec -> spec.dns().map(DnsSettings::zone),
          "The hosted zone in which the controller keeps the cluster's records, best a private one;"
              + " the controller's role needs the right to these names (clients.md).");

  static final SpecField<String> NAME =
      SpecField.derived(
          "dns.name",
          new ScalarKind<>(
              "name",
              "a DNS name of at most "
                  + LONGEST
                  + " characters in lower case with two labels or more, such as"
                  + " \"demo.etcd.internal\"",
              text -> Optional.of(text).filter(DnsFields::isName),
              name -> name),
          TOGETHER,
          Effect.AT_ONCE,
          spec -> spec.dns().map(DnsSettings::name),
          "The name that clients reach the cluster by: its A records and SRV records follow the"
              + " voters that serve. With managed TLS every member's certificate is good for it, and"
              + " for the names below it.");

  static final List<SpecField<?>> ALL = List.of(ZONE_ID, NAME);

  private DnsFields() {}

  private static boolean isName(String text) {
    return text.length() <= LONGEST
        && text.contains(".")
        && !text.startsWith("*")
        && SubjectName.isValid(text)
        && !SubjectName.isAddress(text);
  }

  static Optional<DnsSettings> read(SpecValues values) {
    return values
        .find(ZONE_ID)
        .flatMap(zone -> values.find(NAME).map(name -> new DnsSettings(zone, name)));
  }

  /** The rule between the two. */
  static void check(SpecValues values, Consumer<SpecError> errors) {
    missing(values, NAME, ZONE_ID, errors);
    missing(values, ZONE_ID, NAME, errors);
  }

  private static void missing(
      SpecValues values,
      SpecField<String> field,
      SpecField<String> other,
      Consumer<SpecError> errors) {
    if (values.find(other).isPresent()
        && values.find(field).isEmpty()
        && !values.isUnsound(field)) {
      errors.accept(
          SpecError.of(
              field.path(),
              null,
              "expected " + field.kind().allowed() + ", since " + other.path() + " is given"));
    }
  }
}
