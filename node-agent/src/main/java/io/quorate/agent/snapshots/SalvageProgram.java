package io.quorate.agent.snapshots;

import io.quorate.agent.directory.DataDirectory;
import io.quorate.agent.etcd.client.SnapshotClient;
import io.quorate.agent.etcd.process.IsolatedEtcd;
import io.quorate.agent.etcd.tools.BoltFile;
import io.quorate.agent.etcd.tools.EtcdToolException;
import io.quorate.agent.etcd.tools.EtcdUtl;
import io.quorate.agent.execution.NodeDescription;
import io.quorate.agent.tasks.FencedMember;
import io.quorate.agent.tasks.TaskResult;
import io.quorate.agent.tasks.TaskRun;
import io.quorate.agent.wal.WalCommit;
import io.quorate.agent.wal.WalDamage;
import io.quorate.agent.wal.WalSummary;
import io.quorate.codec.Codecs;
import io.quorate.command.TakeSnapshot;
import io.quorate.model.ClusterUid;
import io.quorate.snapshot.SnapshotKeys;
import io.quorate.snapshot.SnapshotManifest;
import io.quorate.snapshot.SnapshotStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Makes a snapshot of a fenced member's directory, whose cluster has lost its quorum for good:
 *
 * <ol>
 *   <li>a manifest that is there answers the task: an earlier attempt wrote it. The first attempt
 *       asks beside the copy: a whole cluster waits for it, and has a connection to the bucket by
 *       the time that it needs one;
 *   <li>the archived directory is copied; the original is never written to. Beside the copy of the
 *       database all entries of the copy's log are committed ({@link WalCommit}): any of them may
 *       have been acknowledged;
 *   <li>an isolated etcd, which no peer can reach and which reaches none, serves the copy as a
 *       cluster of one, and gives the snapshot by its API;
 *   <li>the file goes to the bucket as it comes, then the manifest, with the term and index at
 *       which the directory's log ended;
 *   <li>the file is kept: this node tries it next, without downloading it.
 * </ol>
 *
 * <p>A learner's directory is bad, too: etcd cannot serve alone from it, and no write was ever
 * acknowledged for the sake of a learner. It stays archived. A log that is damaged, or that does
 * not end where the fence says, proves the directory bad.
 */
final class SalvageProgram {
  private static final long RESERVE_BYTES = 128L * 1024 * 1024;
  private static final String NAME = "salvage";

  private final NodeDescription self;
  private final Supplier<Path> binary;
  private final DataDirectory directories;
  private final TaskFolder folder;
  private final InstantSource clock;

  SalvageProgram(
      NodeDescription self,
      Supplier<Path> binary,
      DataDirectory directories,
      TaskFolder folder,
      InstantSource clock) {
    this.self = self;
    this.binary = binary;
    this.directories = directories;
    this.folder = folder;
    this.clock = clock;
  }

  TaskResult run(TaskRun run, TakeSnapshot take, FencedMember member, SnapshotStore store)
      throws TaskFailedException, EtcdToolException, IOException, InterruptedException {
    Stopwatch watch = new Stopwatch();
    try (InBackground<Optional<SnapshotManifest>> asked =
        new InBackground<>("salvage-look", () -> store.manifest(take.snapshot()))) {
      Optional<SnapshotManifest> there = run.attempt() > 1 ? asked.await() : Optional.empty();
      if (there.isEmpty()) {
        run.tell("copying the directory");
        copy(archived(member), member);
        watch.lap("copied");
        there = asked.await();
      }
      if (there.isPresent()) {
        return done(there.get(), "it was salvaged by an earlier attempt");
      }
    }
    try {
      SnapshotManifest manifest = store.createManifest(serve(run, take, member, store, watch));
      watch.lap("manifest written");
      folder.keep(file(), manifest.sha256(), Optional.empty());
      return done(manifest, "salvaged (" + watch.laps() + ")");
    } catch (EtcdToolException e) {
      if (e.kind() == EtcdToolException.Kind.NO_VOTER) {
        throw bad("it is a learner's, which never acknowledged anything: " + e.getMessage());
      }
      throw e;
    }
  }

  private static TaskResult done(SnapshotManifest manifest, String how) {
    return new TaskResult.Done(
        how
            + ": revision "
            + manifest.position().revision()
            + ", "
            + manifest.sizeBytes()
            + " bytes",
        Codecs.MANIFEST.write(manifest));
  }

  private Path archived(FencedMember member) throws TaskFailedException, IOException {
    List<Path> found = directories.archived(member.fence().directory());
    if (found.isEmpty()) {
      throw bad("the archive holds no directory " + member.fence().directory());
    }
    return found.getLast();
  }

  private Path file() {
    return folder.resolve("taken.db");
  }

  /** The log is copied and committed beside the database, which is as large. */
  private void copy(Path archived, FencedMember member)
      throws TaskFailedException, IOException, InterruptedException {
    Path data = DataDirectory.etcdData(archived);
    needRoom(archived, folder.open());
    DirectoryCopy copy = new DirectoryCopy(data, folder.restored());
    try (InBackground<Path> copied = new InBackground<>("salvage-copy", copy::allElse)) {
      copy.log();
      commit(member);
      copied.await();
    }
  }

  /** etcd needs as much again for the snapshot's file. */
  private static void needRoom(Path archived, long usable) throws TaskFailedException, IOException {
    long size = DirectoryCopy.bytes(DataDirectory.etcdData(archived));
    long needed = 2 * size + RESERVE_BYTES;
    if (usable < needed) {
      throw Failures.full(
          "a salvage of "
              + archived.getFileName()
              + " needs "
              + needed
              + " free bytes, the disk has "
              + usable);
    }
  }

  private void commit(FencedMember member) throws TaskFailedException, IOException {
    Path wal = folder.restored().resolve("member").resolve("wal");
    switch (WalCommit.all(wal)) {
      case WalDamage damage -> throw bad("its log is damaged: " + damage.detail());
      case WalSummary log -> {
        if (log.lastTerm() != member.fence().lastTerm()
            || log.lastIndex() != member.fence().lastIndex()
            || log.metadata().memberId() != member.identity().memberId().bits()
            || log.metadata().clusterId() != member.identity().clusterId().bits()) {
          throw bad("its log is " + log + ", the fence of " + member + " was on another one");
        }
      }
    }
  }

  private SnapshotManifest serve(
      TaskRun run, TakeSnapshot take, FencedMember member, SnapshotStore store, Stopwatch watch)
      throws TaskFailedException, EtcdToolException, IOException, InterruptedException {
    run.tell("starting etcd on the copy");
    try (IsolatedEtcd served =
            IsolatedEtcd.start(
                new IsolatedEtcd.Settings(
                    binary.get(),
                    folder.restored(),
                    folder.resolve("etcd.log"),
                    NAME,
                    NAME + "-" + take.snapshot(),
                    false,
                    List.of("--force-new-cluster"),
                    IsolatedEtcd.patience(Files.size(BoltFile.in(folder.restored())))));
        SnapshotClient client = served.connect()) {
      watch.lap("served");
      long asked = served.revision();
      SnapshotClient.Hash before = served.hashKv(asked);
      watch.lap("hashed");
      String version = Failures.answered("its status", client::status).version();
      long about = Files.size(BoltFile.in(folder.restored()));
      try (Spool<Found> spool =
              new Spool<>(client.snapshot(), file(), file -> look(file, served, asked, before));
          Transfer.Hashed upload =
              new Transfer.Hashed(spool.follow(), Transfer.progress(run, "uploading", about))) {
        SnapshotManifest manifest = upload(run, take, member, store, spool, upload, version);
        watch.lap("uploaded");
        return manifest;
      }
    }
  }

  /** What the finished file holds. */
  private record Found(long sizeBytes, long revision, Optional<SnapshotManifest.KvHash> hash) {}

  /** With the last answer etcd has done its part: it and the copy go while the upload goes on. */
  private Found look(Path file, IsolatedEtcd served, long asked, SnapshotClient.Hash before)
      throws TaskFailedException, EtcdToolException, IOException, InterruptedException {
    long revision = EtcdUtl.beside(binary.get()).status(file).revision();
    if (revision < asked) {
      throw Failures.etcd("the file ends at revision " + revision + ", etcd was at " + asked);
    }
    SnapshotClient.Hash after = served.hashKv(revision); // A lease may have expired meanwhile.
    served.close();
    folder.removeRestored();
    return new Found(
        Files.size(file),
        revision,
        after.compactRevision() == before.compactRevision()
            ? Optional.of(
                new SnapshotManifest.KvHash(after.hash(), revision, after.compactRevision()))
            : Optional.empty());
  }

  /** The upload follows the file while etcd sends it. */
  private SnapshotManifest upload(
      TaskRun run,
      TakeSnapshot take,
      FencedMember member,
      SnapshotStore store,
      Spool<Found> spool,
      Transfer.Hashed upload,
      String version)
      throws TaskFailedException, EtcdToolException, IOException, InterruptedException {
    ClusterUid uid = take.header().uid();
    String key = SnapshotKeys.data(self.cluster(), uid, take.snapshot(), run.attempt());
    store.upload(key, upload, bytes -> {});
    Found found = spool.found();
    upload.expect(found.sizeBytes(), key);
    return new SnapshotManifest(
        take.snapshot(),
        self.cluster(),
        uid,
        member.identity().clusterId(),
        member.identity().memberId(),
        self.instance(),
        key,
        new SnapshotManifest.Position(
            found.revision(),
            found.revision(),
            member.fence().lastTerm(),
            member.fence().lastIndex()),
        version,
        found.sizeBytes(),
        upload.sha256Hex(),
        found.hash(),
        clock.instant(),
        take.because(),
        self.agentVersion());
  }

  private static TaskFailedException bad(String detail) {
    return new TaskFailedException(new TaskResult.Bad(detail));
  }
}
