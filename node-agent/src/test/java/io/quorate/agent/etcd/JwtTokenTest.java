package io.quorate.agent.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.etcd.client.AuthCalls;
import io.quorate.agent.etcd.client.SnapshotClient;
import io.quorate.agent.port.AuthApi;
import io.quorate.agent.tls.PemKeys;
import io.quorate.agent.tls.TokenKeyFolder;
import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.secrets.KeptTokenKeys;
import io.quorate.secrets.SecretUnavailableException;
import io.quorate.spec.JwtToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real etcd that signs its tokens: with the private key alone it derives the public one. */
class JwtTokenTest {
  private static final ClusterName CLUSTER = new ClusterName("demo");
  private static final ClusterUid UID = new ClusterUid("uid-1");
  private static final JwtToken MANAGED =
      new JwtToken("ES256", Duration.ofMinutes(10), Optional.empty());

  @TempDir private Path folder;
  private final KeptTokenKeys bucket = new KeptTokenKeys();

  private TokenKeyFolder keys() {
    TokenKeyFolder keys = new TokenKeyFolder(folder.resolve("keys"), CLUSTER, () -> bucket);
    keys.follow(UID);
    return keys;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aClientLogsInAtEachMemberAndIsHeldToItsRights(boolean managed)
      throws IOException, SecretUnavailableException {
    String pem = PemKeys.pem("secp256r1");
    bucket.createOnce(CLUSTER, UID, "ES256", pem);
    JwtToken token =
        managed
            ? MANAGED
            : MANAGED.keyAt(Files.writeString(folder.resolve("jwt.pem"), pem).toString());
    keys().fetch(token);
    assertThat(keys().unfit(token)).isEmpty();

    try (AuthedMembers members =
            new AuthedMembers(folder, 1, 0, Optional.of(keys().placed(token)));
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
