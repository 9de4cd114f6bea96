package io.quorate.secrets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What every {@link TokenKeyStore} must do; each test uses a cluster of its own. */
public abstract class TokenKeyStoreContract {
  protected static final ClusterUid UID = new ClusterUid("uid-1");

  protected final ClusterName cluster =
      new ClusterName("c" + UUID.randomUUID().toString().substring(0, 13));

  /** The store under test. */
  protected abstract TokenKeyStore store();

  @Test
  void theFirstKeyStays() throws SecretUnavailableException {
    store().createOnce(cluster, UID, "ES256", "first\n");
    store().createOnce(cluster, UID, "ES256", "second\n");

    assertThat(store().read(cluster, UID, "ES256")).isEqualTo("first\n");
  }

  @Test
  void eachClusterAndSignMethodHasAKeyOfItsOwn() throws SecretUnavailableException {
    ClusterUid other = new ClusterUid("uid-2");
    store().createOnce(cluster, UID, "ES256", "a");
    store().createOnce(cluster, UID, "RS256", "b");
    store().createOnce(cluster, other, "ES256", "c");

    assertThat(store().read(cluster, UID, "ES256")).isEqualTo("a");
    assertThat(store().read(cluster, UID, "RS256")).isEqualTo("b");
    assertThat(store().read(cluster, other, "ES256")).isEqualTo("c");
  }

  @Test
  void oneThatIsNotThereIsNotMadeUp() {
    assertThatExceptionOfType(SecretUnavailableException.class)
        .isThrownBy(() -> store().read(cluster, UID, "ES256"));
  }
}
