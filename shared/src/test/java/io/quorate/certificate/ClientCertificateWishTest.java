package io.quorate.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.guards.Guards;
import io.quorate.spec.TlsSettings;
import io.quorate.state.PublicKeyProof;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ClientCertificateWishTest {
  private static final TlsSettings MANAGED =
      new TlsSettings(
          TlsSettings.Mode.MANAGED,
          TlsSettings.Clients.OFF,
          List.of("app.example.org", "10.0.0.7"));

  private static ClientCertificateWish wish(String name, String days, String... sans) {
    return new ClientCertificateWish(
        new PublicKeyProof("request"), name, List.of(sans), days, false);
  }

  private static Optional<String> refusal(String name, String days, String... sans) {
    return wish(name, days, sans).refusal(MANAGED);
  }

  @Test
  void whatIsAllowed() {
    assertThat(refusal("app", "90")).isEmpty();
    assertThat(refusal("team-a.app_1@example.org", "1", "app.example.org", "10.0.0.7")).isEmpty();
    assertThat(refusal("app", "397")).isEmpty();
  }

  @Test
  void aNameThatIsNotOneIsRefused() {
    for (String name : List.of("", "a,O=b", "a b", "-a", "a/b", "../a", "a".repeat(65))) {
      assertThat(refusal(name, "90").orElse("")).contains("expected 1 to 64 letters");
    }
  }

  /** With access control etcd lets a certificate of this name do everything. */
  @Test
  @Guards("ANSWER_CERTIFICATE_REQUEST")
  void rootIsRefusedUnlessItIsMeant() {
    assertThat(refusal("root", "90").orElse("")).contains("the agents' own", "--allow-root");
    assertThat(
            new ClientCertificateWish(new PublicKeyProof("request"), "root", List.of(), "90", true)
                .refusal(MANAGED))
        .isEmpty();
  }

  @Test
  @Guards("ANSWER_CERTIFICATE_REQUEST")
  void daysOutOfRangeAreRefused() {
    for (String days : List.of("", "0", "398", "99999", "-1", "ninety")) {
      assertThat(refusal("app", days).orElse("")).contains("expected a whole number from 1 to 397");
    }
  }

  @Test
  void aNameThatTheSpecDoesNotAllowIsRefused() {
    assertThat(refusal("app", "90", "app.example.org", "other.example.org").orElse(""))
        .contains("[other.example.org]", "the spec allows", "add them to tls.sans");
    assertThat(refusal("app", "90", "a b").orElse("")).contains("DNS names and IP addresses");
  }

  @Test
  void withoutTlsNothingIsSigned() {
    assertThat(wish("app", "90").refusal(TlsSettings.OFF).orElse(""))
        .contains("tls.mode is off, expected managed");
  }

  @Test
  void itComesBackFromTheArgumentsOfARequest() {
    ClientCertificateWish wish = wish("app", "30", "app.example.org", "10.0.0.7");
    assertThat(ClientCertificateWish.of(wish.arguments())).isEqualTo(wish);
    assertThat(ClientCertificateWish.of(wish("app", "30").arguments()))
        .isEqualTo(wish("app", "30"));
    assertThat(ClientCertificateWish.of(Map.of()).refusal(MANAGED)).isPresent();
  }
}
