package io.quorate.agent.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.model.InstanceId;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class InstanceIdentityResolverTest {
  private static final InstanceIdentity TOLD = identity("10.0.1.7");
  private static final InstanceIdentity REMEMBERED = identity("10.0.1.8");

  private final AtomicInteger pauses = new AtomicInteger();
  private int silences = 3;

  @Test
  void aSilentServiceIsAskedUntilItTells() throws Exception {
    assertThat(start(Optional.empty()).find())
        .isEqualTo(new InstanceIdentityResolver.Found(TOLD, true));
    assertThat(pauses).hasValue(3);
  }

  @Test
  void whatIsRememberedOfThisMachineDoesAtOnceWhileTheServiceIsSilent() throws Exception {
    assertThat(start(Optional.of(REMEMBERED)).find())
        .isEqualTo(new InstanceIdentityResolver.Found(REMEMBERED, false));
    assertThat(pauses).hasValue(0);
  }

  @Test
  void whatTheServiceTellsComesBeforeWhatIsRemembered() throws Exception {
    silences = 0;
    assertThat(start(Optional.of(REMEMBERED)).find())
        .isEqualTo(new InstanceIdentityResolver.Found(TOLD, true));
  }

  @Test
  void onlyTheServiceConfirmsWhatIsRemembered() throws Exception {
    assertThat(start(Optional.of(REMEMBERED)).confirm()).isEqualTo(TOLD);
  }

  private InstanceIdentityResolver start(Optional<InstanceIdentity> remembered) {
    return new InstanceIdentityResolver(this::ask, () -> remembered, pauses::incrementAndGet);
  }

  private InstanceIdentity ask() {
    if (silences-- > 0) {
      throw new InstanceUnknownException("silent", new IllegalStateException("no answer"));
    }
    return TOLD;
  }

  private static InstanceIdentity identity(String address) {
    return new InstanceIdentity(new InstanceId("i-0abc"), "eu-central-1a", address, "eu-central-1");
  }
}
