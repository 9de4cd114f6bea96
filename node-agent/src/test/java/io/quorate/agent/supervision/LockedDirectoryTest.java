package io.quorate.agent.supervision;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.RealEtcd;
import io.quorate.agent.execution.DataVerdict;
import io.quorate.agent.port.EtcdHost;
import io.quorate.state.DataState;
import io.quorate.state.ProcessState;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A data directory that another real etcd holds. */
class LockedDirectoryTest {
  @TempDir Path folder;

  private final String ours = RealEtcd.freshAddress();
  private final String initial = "i-1=" + RealEtcd.peerUrl(ours);

  /** Its member is bootstrapped, and stops. */
  private static void bootstrappedAndStopped(RealNode node) {
    node.bear();
    node.remember(node.admin.status(node.clientUrl()).answer().orElseThrow(), List.of());
    node.supervisor.stop();
    node.tickUntil("etcd is stopped", node.supervisor::stopped);
  }

  /** Somebody's own etcd on its directory. */
  private RealEtcd.Running another(RealNode node) {
    return RealEtcd.start("i-1", RealEtcd.freshAddress(), node.etcdData(), initial, "new", "t");
  }

  @Test
  void noSecondEtcdIsStartedOnItAndTheReasonIsTold() {
    try (RealNode node = new RealNode(folder, ours, initial, "t")) {
      bootstrappedAndStopped(node);
      try (RealEtcd.Running holder = another(node)) {
        holder.awaitServing();
        node.runExisting();
        for (int second = 0; second < 60; second++) {
          node.tick(1_000);
        }
        assertThat(node.host.see()).isNotInstanceOf(EtcdHost.Seen.Running.class);
        assertThat(node.supervisor.state()).isEqualTo(ProcessState.BACKING_OFF);
        assertThat(node.supervisor.lastExit().orElseThrow())
            .contains(node.directory, "another process", "stop it");
        assertThat(node.troubles).as("told once").hasSize(1);
      }
      node.tickUntil(
          "it starts once the directory is free",
          () -> node.admin.status(node.clientUrl()).answer().isPresent());
    }
  }

  @Test
  void aDirectoryThatIsGoneOnceTheOtherEtcdHasEndedIsLost() throws Exception {
    try (RealNode node = new RealNode(folder, ours, initial, "t")) {
      bootstrappedAndStopped(node);
      try (RealEtcd.Running holder = another(node)) {
        holder.awaitServing();
        node.runExisting();
        node.tick(1_000);
      }
      Files.move(node.etcdData().getParent(), folder.resolve("moved away"));
      node.tickUntil(
          "it is decided on again",
          () ->
              node.journalStore.current().verdict().isPresent()
                  || node.host.see() instanceof EtcdHost.Seen.Running);
      assertThat(node.host.see()).as("etcd ran").isNotInstanceOf(EtcdHost.Seen.Running.class);
      assertThat(node.journalStore.current().verdict().map(DataVerdict::state))
          .contains(DataState.LOST);
    }
  }

  /** The fact behind the rule. */
  @Test
  void realEtcdOnALockedDirectoryNeitherServesNorEnds() {
    Path data = folder.resolve("data");
    try (RealEtcd.Running holder = RealEtcd.startAlone(data, "t")) {
      holder.awaitServing();
      String address = RealEtcd.freshAddress();
      try (RealEtcd.Running second =
          RealEtcd.start(
              "alone", address, data, "alone=" + RealEtcd.peerUrl(address), "new", "t")) {
        RealEtcd.await(
            "it says that it waits",
            () -> Files.readString(second.log()).contains("flocked by another process"));
        assertThat(second.process().isAlive()).isTrue();
      }
    }
  }
}
