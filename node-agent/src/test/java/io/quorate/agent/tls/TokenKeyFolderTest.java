package io.quorate.agent.tls;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.secrets.KeptTokenKeys;
import io.quorate.secrets.SecretUnavailableException;
import io.quorate.spec.JwtToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TokenKeyFolderTest {
  private static final ClusterName CLUSTER = new ClusterName("demo");
  private static final ClusterUid UID = new ClusterUid("uid-1");
  private static final JwtToken ES256 = managed("ES256");

  @TempDir Path above;
  private final KeptTokenKeys bucket = new KeptTokenKeys();
  private TokenKeyFolder folder;

  @BeforeEach
  void open() throws SecretUnavailableException {
    folder = opened();
    folder.follow(UID);
    bucket.createOnce(CLUSTER, UID, "ES256", PemKeys.pem("secp256r1"));
  }

  private TokenKeyFolder opened() {
    return new TokenKeyFolder(above.resolve("token-keys"), CLUSTER, () -> bucket);
  }

  private static JwtToken managed(String signMethod) {
    return new JwtToken(signMethod, Duration.ofMinutes(10), Optional.empty());
  }

  private Path file() {
    return Path.of(folder.placed(ES256).privateKey().orElseThrow());
  }

  @Test
  void aKeyOfTheBucketIsPutWhereEtcdReadsItAndNobodyElseCan()
      throws IOException, SecretUnavailableException {
    assertThat(folder.unfit(ES256).orElseThrow()).contains("auth.token.keys", "no such file");
    folder.fetch(ES256);

    assertThat(folder.unfit(ES256)).isEmpty();
    assertThat(file()).hasContent(bucket.read(CLUSTER, UID, "ES256"));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
        .isEqualTo("rw-------");
    assertThat(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(above.resolve("token-keys"))))
        .isEqualTo("rwx------");
    try (var files = Files.list(above.resolve("token-keys"))) {
      assertThat(files).hasSize(1);
    }
  }

  @Test
  void oneThatIsThereServesWhileTheBucketIsAway() {
    folder.fetch(ES256);
    bucket.away = Optional.of("STORE_AWAY: 503");
    TokenKeyFolder next = opened();
    next.follow(UID);
    next.fetch(ES256);

    assertThat(next.unfit(ES256)).isEmpty();
  }

  @Test
  void aBucketThatDoesNotGiveItIsTold() {
    bucket.away = Optional.of("ACCESS_DENIED: reading s3://b/k failed");
    folder.fetch(ES256);

    assertThat(folder.unfit(ES256).orElseThrow())
        .contains("no such file")
        .endsWith("; fetching it failed: ACCESS_DENIED: reading s3://b/k failed");
    bucket.away = Optional.empty();
    folder.fetch(ES256);
    assertThat(folder.unfit(ES256)).isEmpty();
  }

  /** What somebody put into the bucket, or on the disk, is no reason to lose a key that fits. */
  @Test
  void oneOfAnotherKindIsToldAndReplacedOnceTheBucketHasAnother() throws IOException {
    bucket.kept.replaceAll((name, pem) -> PemKeys.pem("secp521r1"));
    folder.fetch(ES256);
    assertThat(folder.unfit(ES256).orElseThrow())
        .contains("is a key of P-521, and auth.token.signMethod ES256 needs one of P-256");

    String right = PemKeys.pem("secp256r1");
    bucket.kept.replaceAll((name, pem) -> right);
    folder.fetch(ES256);
    assertThat(folder.unfit(ES256)).isEmpty();

    bucket.kept.replaceAll((name, pem) -> PemKeys.pem("secp256r1"));
    folder.fetch(ES256);
    assertThat(file()).as("it fits, and others may sign with it").hasContent(right);
    Files.writeString(file(), "damaged");
    folder.fetch(ES256);
    assertThat(folder.unfit(ES256)).isEmpty();
  }

  @Test
  void anotherClusterAndAnotherMethodHaveFilesOfTheirOwn() {
    folder.fetch(ES256);
    folder.follow(new ClusterUid("uid-2"));
    assertThat(folder.unfit(ES256).orElseThrow()).contains("no such file");
    folder.follow(UID);
    assertThat(folder.unfit(managed("ES384")).orElseThrow()).contains("no such file");
    assertThat(folder.unfit(ES256)).isEmpty();
  }

  @Test
  void withoutAClusterNothingIsFetched() {
    TokenKeyFolder early = opened();
    early.fetch(ES256);
    assertThat(early.unfit(ES256).orElseThrow()).contains("which cluster it is of");
  }

  @Test
  void aFileOfTheNodesIsTheirs() {
    JwtToken own = ES256.keyAt("/etc/quorate/none.pem");
    folder.fetch(own);

    assertThat(folder.placed(own)).isEqualTo(own);
    assertThat(folder.unfit(own).orElseThrow())
        .startsWith("auth.token.privateKey (/etc/quorate/none.pem)");
  }
}
