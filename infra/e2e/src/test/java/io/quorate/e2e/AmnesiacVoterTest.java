package io.quorate.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.deployment.Etcd;
import io.quorate.localcloud.instance.InstanceView;
import io.quorate.localcloud.instance.ProcessTarget;
import io.quorate.state.Heartbeat;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * B lags, A and C acknowledge writes, all stop, C's disk is not what it was: C must never vote
 * under its old id, or B and C elect and the writes are gone though two disks hold them (I11).
 */
@EverythingOnly
class AmnesiacVoterTest extends OneStage {
  private static final int WRITES = 50;

  private int round;

  /** What befalls C's disk while everything is down. */
  private interface Mishap {
    void inject(InstanceView c, InstanceView b, Path copyOfC) throws IOException;
  }

  @Override
  Stage raise(Path home) throws IOException {
    return Stage.healthy(home, 3);
  }

  @Test
  void emptyDirectory(@TempDir Path home) throws Exception {
    schedule(home, (c, b, copy) -> Disks.delete(c.folder().resolve("etcd")));
  }

  @Test
  void emptiedDirectoryUnderItsOldName(@TempDir Path home) throws Exception {
    schedule(
        home,
        (c, b, copy) ->
            Disks.delete(Disks.dataDirectory(c.folder()).resolve("data").resolve("member")));
  }

  @Test
  void replacedByAnothersDirectory(@TempDir Path home) throws Exception {
    schedule(
        home,
        (c, b, copy) ->
            Disks.replace(
                Disks.dataDirectory(c.folder()).resolve("data"),
                Disks.dataDirectory(b.folder()).resolve("data")));
  }

  @Test
  void directoryRolledBack(@TempDir Path home) throws Exception {
    schedule(home, (c, b, copy) -> Disks.replace(c.folder().resolve("etcd"), copy.resolve("etcd")));
  }

  @Test
  void wholeDiskRolledBack(@TempDir Path home) throws Exception {
    schedule(home, (c, b, copy) -> Disks.replace(c.folder(), copy));
  }

  private void schedule(Path home, Mishap mishap) throws IOException {
    String prefix = "acknowledged/" + ++round + "/";
    InstanceView a = stage.leader();
    List<InstanceView> others =
        stage.running().stream().filter(view -> !view.id().equals(a.id())).toList();
    InstanceView b = others.get(0);
    InstanceView c = others.get(1);
    for (int n = 0; n < 20; n++) {
      stage.etcd(a).put("before/" + n, "x");
    }
    Path copy = restartedWithCopyTaken(c, home.resolve("copy"));

    stage.deployment.instances().freeze(b.id(), ProcessTarget.OTHERS);
    Map<String, String> written = acknowledge(prefix, a, c);
    String deadMember = stage.heartbeat(c.id()).identity().orElseThrow().memberId().toString();
    List<Long> stopped = stage.etcdPids(b);
    stage.running().forEach(view -> stage.deployment.instances().holdAgent(view.id()));
    List.of(a, b, c)
        .forEach(view -> stage.deployment.instances().kill(view.id(), ProcessTarget.ALL));
    stage.disks.forgive(c.id());
    mishap.inject(c, b, copy);
    long logged = etcdLogBytes(c);

    stage.deployment.instances().releaseAgent(c.id());
    stage.deployment.instances().releaseAgent(b.id());
    AwaitCondition.until(
        "C's agent says that its data cannot be used",
        Stage.SOON,
        () -> stage.heartbeat(c.id()).data().unusable());
    stage.awaitOtherEtcd(b, stopped);
    AwaitCondition.throughout(
        "B elects nobody, and C runs no etcd",
        Duration.ofSeconds(8),
        () -> stage.etcdPids(c).isEmpty() && !stage.answers(b));
    assertThat(etcdLogBytes(c))
        .as("bytes in etcd's log on C, which must not start")
        .isEqualTo(logged);

    stage.deployment.instances().releaseAgent(a.id());
    stage.awaitHealthy(3);
    assertThat(stage.etcd(b).range(prefix)).isEqualTo(written);
    assertThat(stage.anyEtcd().members()).doesNotContainKey(deadMember).hasSize(3);
    assertThat(stage.heartbeats()).allMatch(Heartbeat::serving);
  }

  private static long etcdLogBytes(InstanceView instance) {
    return instance.folder().resolve("etcd.log").toFile().length();
  }

  private Map<String, String> acknowledge(String prefix, InstanceView a, InstanceView c) {
    Map<String, String> written = new TreeMap<>();
    Etcd etcd = stage.etcd(a);
    long revision = 0;
    for (int n = 0; n < WRITES; n++) {
      String key = prefix + "%02d".formatted(n);
      revision =
          AwaitCondition.value(
              "an acknowledged write", Stage.SOON, () -> Optional.of(etcd.put(key, "kept")));
      written.put(key, "kept");
    }
    long last = revision;
    for (InstanceView seer : List.of(a, c)) {
      AwaitCondition.until(
          "a heartbeat of " + seer.id() + " that has seen the writes, and so its journal",
          Stage.SOON,
          () ->
              stage
                  .heartbeat(seer.id())
                  .status()
                  .filter(seen -> seen.revision() >= last)
                  .isPresent());
    }
    return written;
  }

  /** A copy of C's whole disk, taken at rest; C then goes on. */
  private Path restartedWithCopyTaken(InstanceView c, Path to) throws IOException {
    stage.deployment.instances().holdAgent(c.id());
    stage.deployment.instances().kill(c.id(), ProcessTarget.ALL);
    AwaitCondition.until(
        "C at rest", Stage.SOON, () -> stage.instance(c.id()).otherPids().isEmpty());
    Disks.copy(c.folder(), to);
    stage.deployment.instances().releaseAgent(c.id());
    stage.awaitHealthy(3);
    return to;
  }
}
