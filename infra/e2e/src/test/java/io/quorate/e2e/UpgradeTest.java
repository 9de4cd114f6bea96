package io.quorate.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.quorate.codec.JsonTree;
import io.quorate.deployment.tour.FoundReleases;
import io.quorate.guards.Guards;
import io.quorate.localcloud.instance.InstanceView;
import io.quorate.spec.EtcdVersion;
import io.quorate.state.Condition;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.logging.Logger;
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

  @Test
  @Guards({"PREPARE_RELEASE", "RESTART_MEMBER/START"})
  void everyMemberChangesItsReleaseUnderWritesAndGoesBack(@TempDir Path home) throws Exception {
    Optional<String> listed = Optional.ofNullable(System.getenv(FoundReleases.VARIABLE));
    SortedMap<EtcdVersion, Path> folders = FoundReleases.listed(listed);
    boolean two = folders.size() >= 2;
    if (!two) {
      LOG.warning(
          "SKIPPED: QUORATE_ETCD_DIRS lists " + folders.keySet() + ", expected two or more");
    }
    assumeTrue(two, "QUORATE_ETCD_DIRS lists no two releases of etcd");
    Path oldest = folders.get(folders.firstKey());
    List<FoundReleases.Change> changes = FoundReleases.find(oldest, listed).thereAndBack();
    LOG.info("etcd changes " + changes);
    try (Stage stage = Stage.healthy(home, 3, oldest)) {
      Writer writer = stage.writer();
      writer.awaitMore(20, Stage.SOON);
      for (EtcdVersion release : folders.keySet()) {
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
      for (FoundReleases.Change change : changes) {
        changes(stage, writer, change.to().toString());
      }
      writer.stopAndVerify(stage.anyEtcd());
      LOG.info("longest write gap: " + writer.longestGap().toMillis() + " ms");
    }
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
