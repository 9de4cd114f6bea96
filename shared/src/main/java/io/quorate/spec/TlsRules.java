package io.quorate.spec;

import static io.quorate.spec.TlsFields.CLIENTS;
import static io.quorate.spec.TlsFields.MODE;
import static io.quorate.spec.TlsFields.SANS;
import static io.quorate.spec.TlsFileFields.AGENT_CERTIFICATE;
import static io.quorate.spec.TlsFileFields.AGENT_KEY;

import java.util.function.Consumer;

/** The rules between the fields of {@code tls}. */
final class TlsRules {
  private static final String OFF = "off";

  private TlsRules() {}

  static void check(SpecValues values, Consumer<SpecError> errors) {
    if (!values.hasAll(MODE, CLIENTS, SANS)) {
      return;
    }
    String mode = values.get(MODE);
    if (mode.equals(OFF) && !values.get(CLIENTS).equals(OFF)) {
      errors.accept(
          SpecError.of(
              CLIENTS.path(),
              values.get(CLIENTS),
              "expected off, since tls.mode is off: without TLS nobody shows a certificate"));
    }
    if (!mode.equals("managed") && !values.get(SANS).isEmpty()) {
      errors.accept(
          SpecError.of(
              SANS.path(),
              values.get(SANS),
              "expected none, since tls.mode is "
                  + mode
                  + ": only managed has the controller sign certificates"));
    }
    files(values, mode, errors);
  }

  private static void files(SpecValues values, String mode, Consumer<SpecError> errors) {
    if (!mode.equals("files")) {
      for (SpecField<String> field : TlsFileFields.ALL) {
        values
            .find(field)
            .ifPresent(
                path ->
                    errors.accept(
                        SpecError.of(
                            field.path(), path, "expected none, since tls.mode is " + mode)));
      }
      return;
    }
    for (SpecField<String> field : TlsFileFields.NEEDED) {
      if (values.find(field).isEmpty()) {
        missing(field, "tls.mode is files", errors);
      }
    }
    if (values.find(AGENT_CERTIFICATE).isPresent() && values.find(AGENT_KEY).isEmpty()) {
      missing(AGENT_KEY, "tls.files.agentCertificate is given", errors);
    }
    if (values.find(AGENT_KEY).isPresent() && values.find(AGENT_CERTIFICATE).isEmpty()) {
      missing(AGENT_CERTIFICATE, "tls.files.agentKey is given", errors);
    }
  }

  private static void missing(SpecField<String> field, String because, Consumer<SpecError> errors) {
    errors.accept(
        SpecError.of(
            field.path(), null, "expected " + field.kind().allowed() + ", since " + because));
  }
}
