package io.quorate.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.ManagedChannel;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EtcdChannelsTest {
  private final EtcdChannels channels = new EtcdChannels();

  @Test
  void theOneUsedLongestAgoIsClosedBeyondTheBound() {
    ManagedChannel first = channel(0);
    ManagedChannel second = channel(1);
    for (int n = 2; n < EtcdChannels.MOST; n++) {
      channel(n);
    }
    assertThat(channel(0)).isSameAs(first);

    channel(EtcdChannels.MOST);

    assertThat(channels.size()).isEqualTo(EtcdChannels.MOST);
    assertThat(second.isShutdown()).isTrue();
    assertThat(first.isShutdown()).isFalse();
  }

  private ManagedChannel channel(int port) {
    return channels.begin(to("http://127.0.0.1:" + (10_000 + port)), channel -> channel);
  }

  private static EtcdChannels.To to(String clientUrl) {
    return new EtcdChannels.To(clientUrl, Optional.empty());
  }

  @Test
  void whatWasReplacedIsNotReplacedOnceMore() {
    ManagedChannel first = channel(0);
    channels.replace(to("http://127.0.0.1:10000"), first);
    ManagedChannel second = channel(0);

    channels.replace(to("http://127.0.0.1:10000"), first);

    assertThat(first.isShutdown()).isTrue();
    assertThat(channel(0)).isSameAs(second);
    assertThat(second.isShutdown()).isFalse();
  }

  @Test
  void anUrlOverTlsIsNotCalledWithoutIt() {
    assertThatThrownBy(() -> channels.begin(to("https://127.0.0.1:2379"), channel -> channel))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("https://127.0.0.1:2379: expected an access over TLS");
  }
}
