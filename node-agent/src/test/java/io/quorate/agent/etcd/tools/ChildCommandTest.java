package io.quorate.agent.etcd.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ChildCommandTest {
  private static final Map<String, String> ENVIRONMENT =
      Map.of("PATH", "/bin", "ETCD_NAME", "x", "ETCDCTL_API", "2", "QUORATE_ETCD_DIR", "/opt");

  @Test
  void passesOnEverythingButWhatSpeaksToEtcd() {
    assertThat(ChildCommand.of(List.of("true"), ENVIRONMENT).environment())
        .containsOnly(Map.entry("PATH", "/bin"), Map.entry("QUORATE_ETCD_DIR", "/opt"));
  }

  @Test
  void namesWhatItWithholdsAndTheWayOut() {
    assertThat(ChildCommand.withheld(ENVIRONMENT))
        .hasValueSatisfying(
            told ->
                assertThat(told)
                    .contains("ETCDCTL_API, ETCD_NAME")
                    .contains("etcd.extraFlags")
                    .doesNotContain("QUORATE_ETCD_DIR"));
    assertThat(ChildCommand.withheld(Map.of("PATH", "/bin"))).isEmpty();
  }
}
