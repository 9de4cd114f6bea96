package io.quorate.deployment.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.deployment.tour.Callers;
import io.quorate.model.ClusterName;
import io.quorate.spec.AuthSettings;
import io.quorate.spec.ClusterSpec;
import io.quorate.spec.SpecReader;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DemoClusterTest {
  private static final String HOST = "127.0.10.254";

  private static ClusterSpec spec(boolean tls, boolean auth) {
    return SpecReader.read(new DemoCluster(new ClusterName("demo"), 3, tls, auth).spec(HOST))
        .orThrow();
  }

  @Test
  void byItselfItHasTlsAndNoAccessControl() {
    assertThat(spec(true, false).auth()).isEmpty();
    assertThat(spec(true, false)).isNotEqualTo(spec(false, false));
  }

  @Test
  void withAccessControlTheApplicationHasItsOwnKeys() {
    AuthSettings auth = spec(true, true).auth().orElseThrow();

    assertThat(auth.enabled()).isTrue();
    assertThat(auth.users())
        .filteredOn(user -> user.name().equals(Guide.CLIENT))
        .allSatisfy(user -> assertThat(user.roles()).containsExactly("root"))
        .hasSize(1);
    List<String> roles =
        auth.users().stream()
            .filter(user -> user.name().equals(Guide.APPLICATION))
            .findFirst()
            .orElseThrow()
            .roles();
    assertThat(auth.roles())
        .filteredOn(role -> roles.contains(role.name()))
        .flatExtracting(AuthSettings.Role::permissions)
        .extracting(AuthSettings.Permission::prefix)
        .containsExactlyInAnyOrder(Optional.of(Callers.KEYS), Optional.of(Callers.LOCK));
  }
}
