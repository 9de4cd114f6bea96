package io.quorate.agent.tls;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.spec.JwtToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TokenKeyTest {
  @TempDir Path folder;

  private Path pem(String name, String type, byte[] der) throws IOException {
    return Files.writeString(folder.resolve(name), PemKeys.pem(type, der), US_ASCII);
  }

  private Path curve(String name) throws IOException {
    return Files.writeString(folder.resolve(name), PemKeys.pem(name), US_ASCII);
  }

  private static Optional<String> unfit(Path key, String method) {
    return TokenKey.unfit(
        new JwtToken(method, Duration.ofMinutes(10), Optional.of(key.toString())));
  }

  @Test
  void aKeyMustBeOfItsMethodsKind() throws GeneralSecurityException, IOException {
    Path p256 = curve("secp256r1");
    Path p521 = curve("secp521r1");
    KeyPairGenerator keys = KeyPairGenerator.getInstance("RSA");
    keys.initialize(2048);
    Path rsa = pem("rsa", "PRIVATE KEY", keys.generateKeyPair().getPrivate().getEncoded());

    assertThat(unfit(p256, "ES256")).isEmpty();
    assertThat(unfit(p521, "ES512")).isEmpty();
    assertThat(unfit(rsa, "RS512")).isEmpty();
    assertThat(unfit(p256, "ES512").orElseThrow())
        .isEqualTo(
            "auth.token.privateKey (%s) is a key of P-256, and auth.token.signMethod ES512 needs one of P-521"
                .formatted(p256));
    assertThat(unfit(rsa, "ES256").orElseThrow()).contains("is a key of RSA");
    assertThat(unfit(p521, "RS256").orElseThrow()).contains("is a key of P-521");
  }

  @Test
  void readsTheFormThatOpensslWrites() throws IOException {
    String p256 =
        "30770201010420"
            + "11".repeat(32)
            + "a00a06082a8648ce3d030107"
            + "a144034200"
            + "22".repeat(66);
    String p521 = "3081dc0201010442" + "11".repeat(66) + "a00706052b81040023";
    Path small = pem("small", "EC PRIVATE KEY", HexFormat.of().parseHex(p256));
    Path large = pem("large", "EC PRIVATE KEY", HexFormat.of().parseHex(p521));

    assertThat(unfit(small, "ES256")).isEmpty();
    assertThat(unfit(large, "ES512")).isEmpty();
    assertThat(unfit(large, "ES256").orElseThrow()).contains("is a key of P-521");
    assertThat(unfit(pem("cut", "EC PRIVATE KEY", new byte[] {0x30, 1}), "ES256").orElseThrow())
        .contains("cannot be read as a key");
    assertThat(unfit(pem("old", "RSA PRIVATE KEY", new byte[] {0x30}), "RS256")).isEmpty();
  }

  @Test
  void saysWhatIsNoKey() throws IOException {
    assertThat(unfit(folder.resolve("none"), "ES256").orElseThrow())
        .contains("auth.token.privateKey", "there is no such file on this node");
    assertThat(unfit(pem("other", "CERTIFICATE", new byte[] {1}), "ES256").orElseThrow())
        .contains("expected a private key in PEM");
    assertThat(unfit(pem("bad", "PRIVATE KEY", new byte[] {1}), "ES256").orElseThrow())
        .contains("neither an RSA key");
    assertThat(unfit(pem("shut", "ENCRYPTED PRIVATE KEY", new byte[] {1}), "ES256").orElseThrow())
        .contains("encrypted");
  }
}
