package io.quorate.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.quorate.codec.JsonTree;
import io.quorate.guards.Guards;
import io.quorate.localcloud.instance.InstanceView;
import io.quorate.release.ReleasePath;
import io.quorate.spec.EtcdVersion;
import io.quorate.state.Condition;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A cluster changes its etcd release by one apply, under writes, and goes back by another: through
 * all releases in the folders that QUORATE_ETCD_DIRS lists, from the oldest to the newest and back.
 * Each time the release verifies a snapshot first. It needs two of them; a release from which none
 * follows, as 3.5.16 before 3.6, is followed by the next one that may.
 */
@EverythingOnly
class UpgradeTest {
  private static final Logger LOG = Logger.getLogger(UpgradeTest.class.getName());
  private static final Pattern VERSION = Pattern.compile("etcd Version: (3\\.\\d+\\.\\d+)");

  /** The folders of QUORATE_ETCD_DIRS by their etcd's release. */
  private static SortedMap<EtcdVersion, Path> folders() {
    return Stream.of(
            Optional.ofNullable(System.getenv("QUORATE_ETCD_DIRS")).orElse("").split(":", -1))
        .filter(text -> !text.isBlank())
        .map(Path::of)
        .filter(folder -> release(folder).isPresent())
        .collect(
            Collectors.toMap(
                folder -> release(folder).orElseThrow(),
                folder -> folder,
                (one, same) -> one,
                TreeMap::new));
  }

  private static Optional<EtcdVersion> release(Path folder) {
    try {
      Process asked = new ProcessBuilder(folder.resolve("etcd").toString(), "--version").start();
      Matcher said = VERSION.matcher(new String(asked.getInputStream().readAllBytes(), UTF_8));
      return said.find()
          ? EtcdVersion.parse(said.group(1)).filter(EtcdVersion::isSupported)
          : Optional.empty();
    } catch (IOException e) {
      throw new IllegalStateException("QUORATE_ETCD_DIRS lists " + folder + ": " + e, e);
    }
  }

  @Test
  @Guards({"PREPARE_RELEASE", "RESTART_MEMBER/START"})
  void everyMemberChangesItsReleaseUnderWritesAndGoesBack(@TempDir Path home) throws Exception {
    SortedMap<EtcdVersion, Path> folders = folders();
    boolean two = folders.size() >= 2;
    if (!two) {
      LOG.warning(
          "SKIPPED: QUORATE_ETCD_DIRS lists " + folders.keySet() + ", expected two or more");
    }
    assumeTrue(two, "QUORATE_ETCD_DIRS lists no two releases of etcd");
    List<EtcdVersion> path = thereAndBack(List.copyOf(folders.keySet()));
    LOG.info("etcd goes " + path);
    try (Stage stage = Stage.healthy(home, 3, folders.get(path.getFirst()))) {
      Writer writer = stage.writer();
      writer.awaitMore(20, Stage.SOON);
      for (EtcdVersion release : Set.copyOf(path)) {
        Operator.Said added =
            new Operator(stage)
                .quorate(
                    "release",
                    "add",
                    "etcd",
                    release.toString(),
                    "--folder",
                    folders.get(release).toString());
        assertThat(added.code()).as(added.said()).isZero();
      }
      for (EtcdVersion release : path.subList(1, path.size())) {
        changes(stage, writer, release.toString());
      }
      writer.stopAndVerify(stage.anyEtcd());
      LOG.info("longest write gap: " + writer.longestGap().toMillis() + " ms");
    }
  }

  /** From the oldest to the newest and back, over those from one of which the next may follow. */
  private static List<EtcdVersion> thereAndBack(List<EtcdVersion> releases) {
    Deque<EtcdVersion> path = new ArrayDeque<>();
    for (EtcdVersion release : releases) {
      if (path.isEmpty() || ReleasePath.refuses(path.getLast(), release).isEmpty()) {
        path.addLast(release);
      }
    }
    List<EtcdVersion> there = List.copyOf(path);
    return Stream.concat(there.stream(), there.reversed().stream().skip(1)).toList();
  }

  private static void changes(Stage stage, Writer writer, String release) throws Exception {
    Map<String, List<Long>> before = new RollOut(stage).pids();
    String leader = stage.leader().id();
    new RollOut(stage).apply("etcd: {version: " + release + "}\nupgrade: {soak: 3s}");
    new RollOut(stage).awaitAll(before);
    aSnapshotWasVerifiedBefore(stage, release);
    writer.awaitMore(20, Stage.SOON);
    assertThat(stage.leader().id()).as("the leadership was moved").isNotEqualTo(leader);
    AwaitCondition.until(
        "every row tells " + release, Stage.SOON, () -> running(stage).equals(Set.of(release)));
    AwaitCondition.until(
        "no condition is left",
        Stage.SOON,
        () -> !stage.has(Condition.Type.UPGRADE_RUNS) && !stage.has(Condition.Type.UPGRADE_HALTED));
    for (InstanceView member : stage.running()) {
      assertThat(stage.answers(member)).as(member.id()).isTrue();
    }
  }

  /** By the binaries of this release, before any member's etcd of today was started. */
  private static void aSnapshotWasVerifiedBefore(Stage stage, String release) throws Exception {
    Instant first =
        stage.running().stream()
            .flatMap(member -> stage.etcdPids(member).stream())
            .flatMap(pid -> ProcessHandle.of(pid).flatMap(p -> p.info().startInstant()).stream())
            .min(Comparator.naturalOrder())
            .orElseThrow();
    Operator.Said said =
        new Operator(stage).quorate("snapshot", "list", stage.name.value(), "--output", "json");
    assertThat(said.code()).as(said.said()).isZero();
    List<?> snapshots = (List<?>) JsonTree.read(said.said(), "snapshot list").get("snapshots");
    assertThat(snapshots.stream().map(snapshot -> (Map<?, ?>) snapshot))
        .as("snapshots that another release wrote and etcd %s verified before %s", release, first)
        .anySatisfy(
            snapshot -> {
              assertThat(snapshot.get("state")).isEqualTo("VERIFIED");
              assertThat(snapshot.get("verifiedRelease")).isEqualTo(release);
              assertThat(snapshot.get("etcdVersion")).isNotEqualTo(release);
              assertThat(Instant.parse(String.valueOf(snapshot.get("verifiedAt")))).isBefore(first);
            });
  }

  /** What each node runs, by the operator's command. */
  private static Set<Object> running(Stage stage) {
    return nodes(stage).map(node -> node.get("runs")).collect(Collectors.toSet());
  }

  private static Stream<Map<?, ?>> nodes(Stage stage) {
    try {
      Operator.Said said =
          new Operator(stage).quorate("upgrade", "status", stage.name.value(), "--output", "json");
      assertThat(said.code()).as(said.said()).isZero();
      return ((List<?>) JsonTree.read(said.said(), "upgrade status").get("nodes"))
          .stream().map(node -> (Map<?, ?>) node);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
