package io.quorate.agent.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.agent.RealEtcd;
import io.quorate.agent.directory.DataDirectory;
import io.quorate.agent.port.EtcdHost.Seen;
import io.quorate.agent.port.Launch;
import io.quorate.model.ClusterName;
import io.quorate.model.Generation;
import io.quorate.spec.ClusterSpec;
import io.quorate.spec.EtcdVersion;
import io.quorate.state.Endpoints;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The host over a program that tells its arguments and ends, in etcd's place. */
class LocalEtcdHostTest {
  private static final EtcdVersion VERSION = EtcdVersion.parse("3.5.30").orElseThrow();
  private static final Endpoints OWN =
      new Endpoints("http://10.0.0.1:2380", "http://10.0.0.1:2379");

  @TempDir Path folder;

  @Test
  void aMemberWithTwoPeerUrlsIsTakenAlongWithBoth() throws Exception {
    LocalEtcdHost host = host(() -> {});
    String all = "i-1=http://10.0.0.1:2380,i-2=http://10.0.0.2:2380,i-2=http://10.1.0.2:2380";

    host.start(launch(all));

    RealEtcd.await("it ends", () -> host.see() instanceof Seen.Exited);
    assertThat(Files.readString(log())).contains("--initial-cluster=" + all + " ");
  }

  @Test
  void anEndThatCannotBeToldFailsWhoLooks() {
    LocalEtcdHost host =
        host(
            () -> {
              throw new IllegalArgumentException("nobody can be told");
            });
    host.start(launch("i-1=http://10.0.0.1:2380"));

    assertThatThrownBy(() -> RealEtcd.await("it fails", () -> host.see() == null))
        .rootCause()
        .hasMessage("nobody can be told");
  }

  private LocalEtcdHost host(Runnable onExit) {
    LocalDataDisk disk = new LocalDataDisk(new DataDirectory(folder));
    return new LocalEtcdHost(Path.of("/bin/echo"), VERSION, disk, log(), onExit);
  }

  private Path log() {
    return folder.resolve("etcd.log");
  }

  private Launch launch(String initialCluster) {
    ClusterSpec spec = ClusterSpec.defaults(new ClusterName("local"), VERSION);
    String directory = new LocalDataDisk(new DataDirectory(folder)).name(Generation.FIRST, "abc");
    return new Launch("i-1", directory, OWN, false, initialCluster, "token", spec.etcd());
  }
}
