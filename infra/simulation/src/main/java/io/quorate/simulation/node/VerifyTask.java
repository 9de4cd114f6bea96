package io.quorate.simulation.node;

import static io.quorate.simulation.node.SnapshotTasks.VERSION;

import io.quorate.agent.tasks.TaskResult;
import io.quorate.agent.tasks.TaskRun;
import io.quorate.command.CommandFailure;
import io.quorate.command.VerifySnapshot;
import io.quorate.simulation.bucket.BucketModel.Content;
import io.quorate.simulation.bucket.BucketPort;
import io.quorate.snapshot.SnapshotManifest;
import io.quorate.snapshot.SnapshotRecord;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * How a node restores a snapshot in isolation; a spoiled file is not what its manifest says, and a
 * node without the release that it is told fails.
 */
final class VerifyTask {
  private final Supplier<SimDisk> disk;
  private final TaskStrand strand;
  private final InstantSource clock;

  VerifyTask(Supplier<SimDisk> disk, TaskStrand strand, InstantSource clock) {
    this.disk = disk;
    this.strand = strand;
    this.clock = clock;
  }

  TaskResult run(TaskRun run, VerifySnapshot task, BucketPort bucket) throws InterruptedException {
    if (task.release().filter(named -> !named.toString().equals(VERSION)).isPresent()) {
      return new TaskResult.Failed(
          CommandFailure.RELEASE_MISSING, "this node has etcd " + VERSION + " and no other");
    }
    Optional<SnapshotManifest> manifest = bucket.manifest(task.snapshot());
    if (manifest.isEmpty()) {
      return new TaskResult.Failed(CommandFailure.OBJECT_MISSING, "there is no manifest of it");
    }
    Optional<Content.File> file = bucket.file(manifest.get().dataKey());
    if (file.isEmpty()) {
      return run.member().isEmpty()
          ? new TaskResult.Failed(CommandFailure.OBJECT_MISSING, "its file is missing")
          : bucket.manifest(task.snapshot()).isPresent()
              ? new TaskResult.Bad("its file is missing")
              : new TaskResult.Failed(CommandFailure.OTHER, "it was deleted just now");
    }
    if (file.get().spoiled() || !file.get().sha256().equals(manifest.get().sha256())) {
      return new TaskResult.Bad("its file has another SHA-256");
    }
    run.tell("restoring");
    strand.work(200, 4_000);
    if (run.member().isEmpty()) {
      disk.get().keep(file.get().sha256(), file.get().snapshot());
    }
    bucket.createVerified(task.snapshot(), new SnapshotRecord.Verified(clock.instant(), 1_000));
    long revision = file.get().snapshot().revision();
    return new TaskResult.Done(
        "it is what its manifest says",
        Map.of("restoreMillis", 1_000L, "revision", revision, VerifySnapshot.RELEASE, VERSION));
  }
}
