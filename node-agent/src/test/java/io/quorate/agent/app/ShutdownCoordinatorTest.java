package io.quorate.agent.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ShutdownCoordinatorTest {
  private final List<Integer> exits = new ArrayList<>();
  private final ShutdownCoordinator ending = new ShutdownCoordinator(exits::add);
  private final FakeAgent agent = new FakeAgent();

  @Test
  void askedToStopItStopsEtcdAndExitsCleanly() {
    ending.asked(agent, true);
    ending.done(); // The loop returns too; the exit is one.
    assertThat(agent.endings).containsExactly("close");
    assertThat(exits).containsExactly(0);
  }

  @Test
  void etcdIsLeftServingWhereTheSettingsSaySo() {
    ending.asked(agent, false);
    assertThat(agent.endings).containsExactly("abandon");
    assertThat(exits).containsExactly(0);
  }

  @Test
  void anErrorLeavesEtcdServing() {
    ending.failed("loop", new IllegalStateException("broken"));
    assertThat(agent.endings).isEmpty();
    assertThat(exits).containsExactly(70);
  }

  @Test
  void anErrorWhileEtcdIsStoppedDoesNotCutThatShort() {
    agent.whileClosing =
        () -> {
          ending.failed("other", new IllegalStateException("broken"));
          assertThat(exits).isEmpty();
        };
    ending.asked(agent, true);
    assertThat(exits).containsExactly(70);
  }

  @Test
  void aStopThatFailsIsAnInternalError() {
    agent.whileClosing =
        () -> {
          throw new IllegalStateException("etcd does not stop");
        };
    ending.asked(agent, true);
    assertThat(exits).containsExactly(70);
  }
}
