package io.quorate.certificate;

import io.quorate.spec.SubjectName;
import io.quorate.spec.TlsSettings;
import io.quorate.state.PublicKeyProof;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What an operator asks for with {@code quorate certificate issue}, as the arguments of a request.
 * The command and the controller refuse by the same rules.
 *
 * @param request PKCS #10 in PEM; its subject and extensions count for nothing but its key
 * @param commonName whom the certificate names; etcd's access control takes it for a user
 * @param sans the DNS names and IP addresses it is to be good for beside
 * @param days how long it is to last
 * @param asRoot whether the name {@code root} is meant
 */
public record ClientCertificateWish(
    PublicKeyProof request, String commonName, List<String> sans, String days, boolean asRoot) {
  /** How long a certificate lasts when nothing is said. */
  public static final int DEFAULT_DAYS = 90;

  /** The longest that one lasts: what is lost or stolen cannot be called back. */
  public static final int MOST_DAYS = 397;

  /** With access control etcd lets a certificate of this name do everything. */
  public static final String ROOT = "root";

  private static final String REQUEST = "certificateRequest";
  private static final String COMMON_NAME = "commonName";
  private static final String SANS = "sans";
  private static final String DAYS = "days";
  private static final String AS_ROOT = "asRoot";
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._@-]{0,63}");
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,4}");

  public ClientCertificateWish {
    sans = List.copyOf(sans);
  }

  /** As the arguments of a request. */
  public Map<String, String> arguments() {
    return Map.of(
        REQUEST,
        request.certificateRequest(),
        COMMON_NAME,
        commonName,
        SANS,
        String.join(",", sans),
        DAYS,
        days,
        AS_ROOT,
        Boolean.toString(asRoot));
  }

  /** Reads the arguments of a request; what is missing is empty, and refused. */
  public static ClientCertificateWish of(Map<String, String> arguments) {
    String sans = arguments.getOrDefault(SANS, "");
    return new ClientCertificateWish(
        new PublicKeyProof(arguments.getOrDefault(REQUEST, "")),
        arguments.getOrDefault(COMMON_NAME, ""),
        sans.isEmpty() ? List.of() : List.of(sans.split(",", -1)),
        arguments.getOrDefault(DAYS, ""),
        Boolean.parseBoolean(arguments.getOrDefault(AS_ROOT, "false")));
  }

  /** For how many days, once nothing is refused. */
  public int lastingDays() {
    return Integer.parseInt(days);
  }

  /**
   * Why nothing is signed in a cluster with these settings; empty where it is, if the request
   * proves its key.
   */
  public Optional<String> refusal(TlsSettings tls) {
    if (!tls.managed()) {
      return Optional.of(
          "the cluster has no authority: its tls.mode is "
              + tls.word()
              + ", expected managed; "
              + (tls.speaks()
                  ? "whoever signs for tls.files.clientCa signs for clients"
                  : "clients connect without a certificate"));
    }
    if (!NAME.matcher(commonName).matches()) {
      return Optional.of(
          "the common name is '"
              + commonName
              + "', expected 1 to 64 letters, digits, '.', '_', '@' or '-', beginning with a letter"
              + " or digit");
    }
    if (commonName.equals(ROOT) && !asRoot) {
      return Optional.of(
          "the common name root is the agents' own: with access control etcd lets it do everything;"
              + " choose another, or say --allow-root if that is meant");
    }
    if (!NUMBER.matcher(days).matches() || lastingDays() < 1 || lastingDays() > MOST_DAYS) {
      return Optional.of(
          "it is to last '" + days + "' days, expected a whole number from 1 to " + MOST_DAYS);
    }
    return foreignNames(tls);
  }

  private Optional<String> foreignNames(TlsSettings tls) {
    List<String> foreign = new ArrayList<>(sans);
    foreign.removeAll(tls.sans());
    if (foreign.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        "it is to be good for "
            + foreign
            + ", expected "
            + (foreign.stream().allMatch(SubjectName::isValid)
                ? "names that the spec allows, which are " + tls.sans() + ": add them to tls.sans"
                : "DNS names and IP addresses"));
  }
}
