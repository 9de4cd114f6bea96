package io.quorate.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;

class ClusterUidTest {
  @Test
  void aMintedUidHasTheFormOfAUuid() {
    UUID random = new UUID(0x0123456789abcdefL, 0xfedcba9876543210L);

    assertThat(ClusterUid.of(random).value()).isEqualTo("01234567-89ab-cdef-fedc-ba9876543210");
  }
}
