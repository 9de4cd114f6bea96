package io.quorate.agent.heartbeat;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.port.DataDisk;
import io.quorate.model.InstanceId;
import io.quorate.spec.ClusterSpec;
import io.quorate.spec.SpecReader;
import io.quorate.spec.StartSettings;
import io.quorate.state.EtcdRuns;
import io.quorate.state.NodeSpace;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A node tells its disk, and the quota that its etcd runs with. */
class SpaceViewTest {
  private static final long MIB = 1 << 20;
  private static final ClusterSpec SMALL = spec("64MiB");
  private static final ClusterSpec LARGE = spec("128MiB");

  private final SpaceView view = new SpaceView(() -> Optional.of(new DataDisk.Room(9, 4)));

  private static ClusterSpec spec(String quota) {
    return SpecReader.read("name: demo\netcd: {version: 3.5, quota: %s}\n".formatted(quota))
        .orThrow();
  }

  private static AgentJournal read(ClusterSpec spec) {
    return AgentJournal.fresh(new InstanceId("i-1"), "disk").edit().spec(spec).done();
  }

  private static EtcdRuns with(ClusterSpec spec) {
    return new EtcdRuns(Optional.empty(), 1, Optional.empty(), Optional.of(StartSettings.of(spec)));
  }

  @Test
  void tellsTheQuotaOfTheSpecThatEtcdWasStartedWith() {
    assertThat(view.look(read(SMALL), with(SMALL))).contains(new NodeSpace(9, 4, 64 * MIB));
  }

  @Test
  void keepsTheQuotaOfTheRunningEtcdWhenTheSpecIsChanged() {
    view.look(read(SMALL), with(SMALL));

    assertThat(view.look(read(LARGE), with(SMALL))).contains(new NodeSpace(9, 4, 64 * MIB));
    assertThat(view.look(read(LARGE), with(LARGE))).contains(new NodeSpace(9, 4, 128 * MIB));
  }

  @Test
  void tellsNoQuotaWhenTheAgentDoesNotKnowWhatEtcdWasStartedWith() {
    assertThat(view.look(read(LARGE), with(SMALL))).contains(new NodeSpace(9, 4, 0));
    assertThat(view.look(read(LARGE), EtcdRuns.UNTOLD)).contains(new NodeSpace(9, 4, 0));
  }
}
