package io.quorate.agent.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.model.InstanceId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class InstanceIdentityCheckTest {
  private final List<Integer> exits = new ArrayList<>();
  private final FakeAgent agent = new FakeAgent();
  private final InstanceIdentityCheck check =
      new InstanceIdentityCheck(
          identity("i-0abc", "10.0.1.7"), new ShutdownCoordinator(exits::add), agent);

  @Test
  void theSameChangesNothing() {
    check.against(identity("i-0abc", "10.0.1.7"));
    assertThat(agent.endings).isEmpty();
    assertThat(exits).isEmpty();
  }

  @Test
  void onAnotherInstanceEtcdIsStopped() {
    check.against(identity("i-0def", "10.0.1.7"));
    assertThat(agent.endings).containsExactly("close");
    assertThat(exits).containsExactly(70);
  }

  @Test
  void anotherAddressEndsTheAgentAndLeavesEtcdToTheNext() {
    check.against(identity("i-0abc", "10.0.1.9"));
    assertThat(agent.endings).isEmpty();
    assertThat(exits).containsExactly(70);
  }

  private static InstanceIdentity identity(String instance, String address) {
    return new InstanceIdentity(new InstanceId(instance), "eu-central-1a", address, "eu-central-1");
  }
}
