package io.quorate.agent.snapshots;

import static io.quorate.agent.snapshots.SnapshotWorld.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.quorate.agent.RealEtcd;
import io.quorate.agent.etcd.tools.BinaryVersion;
import io.quorate.agent.tasks.TaskResult;
import io.quorate.spec.EtcdVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Real releases of etcd read each other's snapshots, those of the next line and of the line before
 * included. It needs two in QUORATE_ETCD_DIRS, and says when it has not got them.
 */
class TwoReleasesTest {
  private static final Logger LOG = Logger.getLogger(TwoReleasesTest.class.getName());

  @TempDir private Path folder = Path.of("");

  private static Map<String, Path> folders() {
    Map<String, Path> found = new TreeMap<>();
    Stream.of(Optional.ofNullable(System.getenv("QUORATE_ETCD_DIRS")).orElse("").split(":", -1))
        .filter(text -> !text.isBlank())
        .map(Path::of)
        .forEach(at -> found.put(release(at), at));
    return found;
  }

  private static String release(Path at) {
    try {
      return BinaryVersion.ask(at.resolve("etcd")).toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void eachReadsWhatTheOtherWrote() throws Exception {
    Map<String, Path> folders = folders();
    if (folders.size() < 2) {
      LOG.warning(
          "SKIPPED: QUORATE_ETCD_DIRS lists " + folders.keySet() + ", expected two or more");
    }
    assumeTrue(folders.size() >= 2, "QUORATE_ETCD_DIRS lists no two releases of etcd");
    for (Map.Entry<String, Path> writer : folders.entrySet()) {
      for (Map.Entry<String, Path> reader : folders.entrySet()) {
        if (Math.abs(minor(writer.getKey()) - minor(reader.getKey())) <= 1) {
          reads(writer, reader);
        }
      }
    }
  }

  private static int minor(String release) {
    return EtcdVersion.parse(release).orElseThrow().minor();
  }

  private void reads(Map.Entry<String, Path> writer, Map.Entry<String, Path> by) throws Exception {
    String reader = by.getKey();
    Path at = folder.resolve(writer.getKey() + "-by-" + reader);
    assertThat(at.toFile().mkdirs()).isTrue();
    Path etcd = writer.getValue().resolve("etcd");
    try (RealEtcd.Running member =
        RealEtcd.startAlone(etcd, at.resolve("member"), "token").awaitServing()) {
      for (String key : List.of("a", "b", "c")) {
        member.put(key, "first");
        member.put(key, "second");
      }
      SnapshotWorld world = new SnapshotWorld(member, at.resolve("tasks"));
      world.binary = etcd;
      world.releases.take(EtcdVersion.parse(reader).orElseThrow(), by.getValue());
      assertThat(world.take(id(1), 1)).isInstanceOf(TaskResult.Done.class);
      read(world, reader, 1);
      member.etcdctl("del", "a");
      long deleted = world.status().revision();
      member.put("b", "third");
      member.etcdctl("compact", String.valueOf(deleted), "--physical");
      assertThat(world.take(id(2), 1)).isInstanceOf(TaskResult.Done.class);
      read(world, reader, 2);
    }
  }

  private static void read(SnapshotWorld world, String reader, int snapshot) throws Exception {
    assertThat(world.verifyBy(reader, id(snapshot)))
        .as(
            "snapshot %s that %s wrote, by %s",
            snapshot, world.manifest(id(snapshot)).etcdVersion(), reader)
        .isInstanceOfSatisfying(
            TaskResult.Done.class,
            done -> assertThat(done.values()).containsEntry("release", reader));
  }
}
