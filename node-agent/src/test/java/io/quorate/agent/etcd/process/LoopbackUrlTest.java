package io.quorate.agent.etcd.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Where etcd listens while it is closed to clients. */
class LoopbackUrlTest {
  @Test
  void isTheSamePortOfLoopback() {
    assertThat(LoopbackUrl.of("https://10.1.2.3:2379")).isEqualTo("https://127.0.0.1:2379");
    assertThat(LoopbackUrl.of("http://192.168.0.9:12379")).isEqualTo("http://127.0.0.1:12379");
  }

  /** Of several instances on one machine each has another one, and none has its own. */
  @Test
  void isAnotherAddressOfAnInstanceThatIsOnLoopbackItself() {
    assertThat(LoopbackUrl.of("https://127.0.50.1:2379")).isEqualTo("https://127.128.50.1:2379");
    assertThat(LoopbackUrl.of("https://127.200.50.1:2379")).isEqualTo("https://127.72.50.1:2379");
  }
}
