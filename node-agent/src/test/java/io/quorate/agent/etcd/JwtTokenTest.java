package io.quorate.agent.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.port.AuthApi;
import io.quorate.agent.tls.TokenKey;
import io.quorate.spec.JwtToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real etcd that signs its tokens: with the private key alone it derives the public one. */
class JwtTokenTest {
  @TempDir private Path folder;

  @Test
  void aClientLogsInAtEachMemberAndIsHeldToItsRights()
      throws GeneralSecurityException, IOException {
    KeyPairGenerator keys = KeyPairGenerator.getInstance("EC");
    keys.initialize(new ECGenParameterSpec("secp256r1"));
    Path key =
        Files.writeString(
            folder.resolve("jwt.pem"),
            "-----BEGIN PRIVATE KEY-----\n"
                + Base64.getMimeEncoder()
                    .encodeToString(keys.generateKeyPair().getPrivate().getEncoded())
                + "\n-----END PRIVATE KEY-----\n");
    JwtToken token = new JwtToken("ES256", Duration.ofMinutes(10), key.toString());
    assertThat(TokenKey.unfit(token)).isEmpty();

    try (AuthedMembers members = new AuthedMembers(folder, 1, 0, Optional.of(token));
        SnapshotClient own = members.calls(0)) {
      members.etcdctl("user", "add", "app:secret");
      AuthCalls calls = new AuthCalls(own);
      assertThat(calls.tries("app", "secret").answer()).contains(AuthApi.Password.RIGHT);
      members.etcdctl("role", "add", "app");
      members.etcdctl("role", "grant-permission", "app", "readwrite", "--prefix", "/app/");
      members.etcdctl("user", "grant-role", "app", "app");
      members.etcdctl("--user", "app:secret", "put", "/app/a", "1");
      assertThat(refused(members)).contains("permission denied");
    }
  }

  private static String refused(AuthedMembers members) {
    try {
      members.etcdctl("--user", "app:secret", "get", "/other");
      return "nothing";
    } catch (AssertionError e) {
      return String.valueOf(e.getMessage());
    }
  }
}
