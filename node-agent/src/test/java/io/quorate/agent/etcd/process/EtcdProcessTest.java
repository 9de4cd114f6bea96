package io.quorate.agent.etcd.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.agent.RealEtcd;
import io.quorate.agent.directory.DataDirectory;
import io.quorate.agent.etcd.client.EtcdDeadlines;
import io.quorate.agent.etcd.client.GrpcEtcdApi;
import io.quorate.agent.port.Refusal;
import io.quorate.agent.port.Reply;
import io.quorate.model.Generation;
import io.quorate.spec.AutoCompaction;
import io.quorate.spec.ByteSize;
import io.quorate.spec.EtcdSettings;
import io.quorate.spec.EtcdVersion;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EtcdProcessTest {
  @TempDir Path root;

  @Test
  void startsAdoptsAndStopsRealEtcdWithTheRenderedFlags() throws Exception {
    DataDirectory directories = new DataDirectory(root);
    Path directory = directories.create(Generation.FIRST, "abc");
    Path data = DataDirectory.etcdData(directory);
    Path log = root.resolve("etcd.log");
    String address = RealEtcd.freshAddress();
    EtcdProcess started =
        EtcdProcess.start(
            EtcdCommandLine.render(RealEtcd.tool("etcd"), launch(data, address, "3.5.30")), log);
    try (GrpcEtcdApi admin = new GrpcEtcdApi(EtcdDeadlines.DEFAULT, Optional.empty())) {
      String endpoint = RealEtcd.clientUrl(address);
      RealEtcd.await("etcd serves", () -> admin.list(endpoint).answer().isPresent());
      assertThat(started.provenStopped(directories, directory)).isFalse();

      assertThat(EtcdProcess.adopt(started.identity(), root.resolve("other"), log)).isEmpty();
      ProcessIdentity older = new ProcessIdentity(started.identity().pid(), 1);
      assertThat(EtcdProcess.adopt(older, data, log)).isEmpty();
      EtcdProcess adopted = EtcdProcess.adopt(started.identity(), data, log).orElseThrow();
      assertThat(adopted.terminate(Duration.ofSeconds(20))).isTrue();

      assertThat(started.onExit().get().getAsInt()).isEqualTo(143);
      assertThat(started.classify(OptionalInt.of(143))).isEqualTo(new EtcdExit.KilledBySignal(15));
      assertThat(started.provenStopped(directories, directory)).isTrue();
      assertThat(admin.status(endpoint))
          .isInstanceOfSatisfying(
              Reply.Refused.class,
              refused -> assertThat(refused.why()).isEqualTo(Refusal.UNAVAILABLE));
    } finally {
      started.terminate(Duration.ofSeconds(5));
    }
  }

  /** etcd ends where a variable contradicts a flag that it was given, and obeys all the others. */
  @Test
  void noVariableOfTheAgentsEnvironmentReachesEtcd() throws Exception {
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.put("ETCD_UNSAFE_NO_FSYNC", "true");
    environment.put("ETCD_NAME", "x");
    Path log = root.resolve("etcd.log");
    String address = RealEtcd.freshAddress();
    EtcdProcess started =
        EtcdProcess.start(
            EtcdCommandLine.render(
                RealEtcd.tool("etcd"), launch(root.resolve("data"), address, "3.5.30")),
            log,
            environment);
    try (GrpcEtcdApi admin = new GrpcEtcdApi(EtcdDeadlines.DEFAULT, Optional.empty())) {
      RealEtcd.await(
          "etcd serves", () -> admin.list(RealEtcd.clientUrl(address)).answer().isPresent());

      assertThat(Files.readString(log)).doesNotContain("environment variable");
    } finally {
      started.terminate(Duration.ofSeconds(5));
    }
  }

  @Test
  void experimentalFlagsLoseTheirPrefixOrBecomeGatesIn36() {
    assertThat(EtcdCommandLine.render(Path.of("etcd"), launch(root, "127.0.0.1", "3.6.11")))
        .contains("--feature-gates=InitialCorruptCheck=true", "--corrupt-check-time=1m")
        .contains("--strict-reconfig-check=true", "--pre-vote=true");
    assertThat(EtcdCommandLine.render(Path.of("etcd"), launch(root, "127.0.0.1", "3.5.30")))
        .contains("--experimental-initial-corrupt-check=true", "--election-timeout=500");
  }

  private static EtcdLaunch launch(Path data, String address, String version) {
    List<String> peer = List.of(RealEtcd.peerUrl(address));
    List<String> client = List.of(RealEtcd.clientUrl(address));
    EtcdVersion installed = EtcdVersion.parse(version).orElseThrow();
    EtcdSettings settings =
        new EtcdSettings(
            installed,
            ByteSize.ofMebibytes(2048),
            new AutoCompaction.Periodic(Duration.ofHours(1)),
            ByteSize.ofMebibytes(2),
            Duration.ofMillis(50),
            Duration.ofMillis(500),
            10_000,
            Map.of(
                "experimental-initial-corrupt-check", "true",
                "experimental-corrupt-check-time", "1m"),
            Optional.empty());
    return new EtcdLaunch(
        "i-1",
        data,
        peer,
        peer,
        client,
        client,
        Map.of("i-1", peer),
        InitialClusterState.NEW,
        "tok",
        settings,
        Optional.empty(),
        installed);
  }
}
