package io.quorate.agent.snapshots;

import io.quorate.agent.etcd.client.SnapshotClient;
import io.quorate.agent.etcd.process.IsolatedEtcd;
import io.quorate.agent.etcd.tools.EtcdToolException;
import io.quorate.agent.etcd.tools.EtcdUtl;
import io.quorate.agent.tasks.TaskResult;
import io.quorate.agent.tasks.TaskRun;
import io.quorate.command.CommandFailure;
import io.quorate.command.VerifySnapshot;
import io.quorate.snapshot.SnapshotManifest;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.snapshot.SnapshotStore;
import io.quorate.snapshot.SnapshotStoreException;
import io.quorate.snapshot.SnapshotStoreException.Cause;
import io.quorate.spec.EtcdVersion;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Restores a snapshot beside the node's etcd, and compares it with its manifest:
 *
 * <ol>
 *   <li>the manifest can be read, and is this cluster's;
 *   <li>in a trial, etcdutl knows all flags that the seeder of a generation passes;
 *   <li>the file has its size and its SHA-256;
 *   <li>etcdutl restores it, with etcd's own hash checked;
 *   <li>an isolated etcd serves it, at its revision and with its HashKV;
 *   <li>a node without a member, which tries it for a recovery, keeps the file: it may seed next;
 *   <li>the bucket is told that its file was verified.
 * </ol>
 *
 * <p>A trial has no etcd of the node's own beside it, and a whole cluster waits for it: it takes
 * all the processor it can have, and the file that was kept when this node made the snapshot. That
 * one says nothing of the bucket's, which stays unverified.
 *
 * <p>A difference proves that it is bad. Whatever else fails proves nothing. A file that is gone is
 * a difference to a verification; to a trial it is one that cannot be read, for the version of an
 * object can be brought back.
 *
 * <p>A command may name a release that this node has: its etcdutl restores and its etcd serves.
 * Where that release did not write the snapshot, a file that is what the manifest says, and that it
 * cannot restore or serve so, is refused by the release; that proves nothing against the snapshot.
 * Where it is of an older line than the release that wrote the snapshot, that one restores and
 * serves it first, under etcd's downgrade, as a member does before it goes back.
 */
final class VerifySnapshotProgram {
  /**
   * The file, what is restored of it, and what etcd makes of that; and etcd's log, made beforehand.
   */
  private static final int ROOM = 3;

  private static final long RESERVE_BYTES = 128L * 1024 * 1024;
  private static final String NAME = "verification";

  private final EtcdPrograms programs;
  private final TaskFolder folder;
  private final InstantSource clock;

  VerifySnapshotProgram(EtcdPrograms programs, TaskFolder folder, InstantSource clock) {
    this.programs = programs;
    this.folder = folder;
    this.clock = clock;
  }

  TaskResult run(TaskRun run, VerifySnapshot verify, SnapshotStore store)
      throws TaskFailedException, EtcdToolException, IOException, InterruptedException {
    long began = System.nanoTime();
    SnapshotManifest manifest = manifest(verify, store);
    boolean trial = run.member().isEmpty();
    Binaries etcd = binaries(verify, manifest, trial);
    long free = trial ? folder.openWith(manifest.sha256()) : folder.open();
    if (trial) {
      proveSeedable(etcd.serves());
    }
    Path file = folder.resolve("verified.db");
    boolean kept = trial && folder.take(manifest.sha256(), file).isPresent();
    long needed = (kept ? ROOM - 1 : ROOM) * manifest.sizeBytes() + RESERVE_BYTES;
    if (free < needed) {
      return new TaskResult.Failed(
          CommandFailure.DISK_FULL,
          "the verification needs " + needed + " bytes of the disk, " + free + " are free");
    }
    if (!kept) {
      download(run, manifest, store, file);
    }
    long fetchMillis = millisSince(began);
    long restoreMillis = judge(run, verify, etcd, manifest, file);
    if (trial) {
      folder.keep(file, manifest.sha256(), exact(manifest.position()));
    }
    if (!kept) {
      store.createVerified(
          verify.snapshot(), new SnapshotRecord.Verified(clock.instant(), restoreMillis));
    }
    return new TaskResult.Done(
        (kept ? "kept here, read in " : "downloaded in ")
            + fetchMillis
            + " ms, restored in "
            + restoreMillis
            + " ms: it is what its manifest says",
        Map.of(
            "restoreMillis",
            restoreMillis,
            "revision",
            manifest.position().revision(),
            VerifySnapshot.RELEASE,
            etcd.release().toString()));
  }

  /**
   * What a snapshot is restored and served by.
   *
   * @param serves the etcd that has to serve it
   * @param release the release of that one
   * @param restores the etcd whose etcdutl restores it: the same, or the one that wrote the
   *     snapshot where that is of a newer line, and lets what it restored go back a line
   */
  private record Binaries(Path serves, EtcdVersion release, Path restores) {
    boolean goesBack() {
      return !serves.equals(restores);
    }
  }

  /**
   * A release finds nothing wrong with a snapshot by not reading what a newer line wrote: such a
   * snapshot has to be let back first, which only a release that was named is tried for.
   */
  private Binaries binaries(VerifySnapshot verify, SnapshotManifest manifest, boolean trial)
      throws TaskFailedException, InterruptedIOException {
    Path etcd =
        verify.release().isPresent()
            ? programs.of(verify.release().get())
            : trial ? programs.ofNextMember() : programs.ofData();
    EtcdVersion release = programs.version(etcd);
    Optional<EtcdVersion> writer =
        EtcdVersion.parse(manifest.etcdVersion()).filter(release::olderLineThan);
    if (writer.isEmpty()) {
      return new Binaries(etcd, release, etcd);
    }
    if (verify.release().isEmpty()) {
      throw Failures.releaseMissing(
          "etcd "
              + writer.get()
              + " wrote the snapshot, and this node restores with "
              + release
              + ", which does not read what a newer line wrote: apply etcd.version "
              + writer.get()
              + ", or a later one of its line");
    }
    return new Binaries(etcd, release, programs.of(writer.get()));
  }

  /**
   * Restores the file and looks at it; how long it took until etcd served, in milliseconds. Where a
   * release that did not write it finds fault with it, or gives up, that says something of the
   * release alone.
   */
  private long judge(
      TaskRun run, VerifySnapshot verify, Binaries etcd, SnapshotManifest manifest, Path file)
      throws TaskFailedException, EtcdToolException, InterruptedException {
    Optional<EtcdVersion> other =
        verify.release().filter(release -> !release.toString().equals(manifest.etcdVersion()));
    try {
      return compare(run, etcd, manifest, file);
    } catch (TaskFailedException e) {
      if (other.isPresent() && e.result() instanceof TaskResult.Bad bad) {
        throw refused(other.get(), bad.detail());
      }
      throw e;
    } catch (EtcdToolException e) {
      if (other.isPresent() && e.kind() == EtcdToolException.Kind.GAVE_UP) {
        throw refused(other.get(), String.valueOf(e.getMessage()));
      }
      throw e;
    }
  }

  private static TaskFailedException refused(EtcdVersion release, String detail) {
    return new TaskFailedException(new TaskResult.RefusedByRelease(release, detail));
  }

  /**
   * Whoever makes the trial seeds the generation next, which begins at a revision of its own. The
   * trial's restore needs the snapshot's own revisions, so that it proves nothing of the flags that
   * only the seeder passes. Here the tool reads them, before anything is committed; how far the
   * revision moves is all the same to it.
   */
  private void proveSeedable(Path etcd) throws EtcdToolException, InterruptedException {
    EtcdUtl.beside(etcd)
        .accepts(
            EtcdUtl.Restore.seed(
                folder.resolve("verified.db"),
                folder.restored(),
                NAME,
                IsolatedEtcd.PEER_URL,
                NAME,
                1));
  }

  /** The trial has shown that it ends there. */
  private static Optional<Long> exact(SnapshotManifest.Position position) {
    return position.exact() ? Optional.of(position.revision()) : Optional.empty();
  }

  private static long millisSince(long nanos) {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - nanos);
  }

  private SnapshotManifest manifest(VerifySnapshot verify, SnapshotStore store)
      throws TaskFailedException {
    Optional<SnapshotManifest> found;
    try {
      found = store.manifest(verify.snapshot());
    } catch (SnapshotStoreException e) {
      if (e.why() == Cause.UNREADABLE) {
        throw bad("its manifest cannot be read: " + e.getMessage());
      }
      throw e;
    }
    return found.orElseThrow(
        () -> new TaskFailedException(missing("there is no manifest of " + verify.snapshot())));
  }

  private static TaskResult missing(String detail) {
    return new TaskResult.Failed(CommandFailure.OBJECT_MISSING, detail);
  }

  private static void download(
      TaskRun run, SnapshotManifest manifest, SnapshotStore store, Path file)
      throws TaskFailedException, IOException {
    String sha256;
    try {
      sha256 =
          store.download(
              manifest.dataKey(),
              file,
              Transfer.progress(run, "downloading", manifest.sizeBytes()));
    } catch (SnapshotStoreException e) {
      // A snapshot loses its manifest before its file: it may have been deleted just now.
      if (e.why() == Cause.NOT_FOUND && store.manifest(manifest.id()).isPresent()) {
        String missing = "its file " + manifest.dataKey() + " is missing";
        // A recovery does not go back to an older one by itself for a file that may come back.
        throw run.member().isEmpty() ? new TaskFailedException(missing(missing)) : bad(missing);
      }
      throw e;
    }
    long size = Files.size(file);
    if (size != manifest.sizeBytes()) {
      throw bad("its file has " + size + " bytes, its manifest says " + manifest.sizeBytes());
    }
    if (!sha256.equals(manifest.sha256())) {
      throw bad("its file's SHA-256 is " + sha256 + ", its manifest says " + manifest.sha256());
    }
  }

  private long compare(TaskRun run, Binaries etcd, SnapshotManifest manifest, Path file)
      throws TaskFailedException, EtcdToolException, InterruptedException {
    boolean trial = run.member().isEmpty();
    run.tell("restoring");
    long began = System.nanoTime();
    String token = NAME + "-" + manifest.id();
    restore(etcd.restores(), file, token, trial);
    if (etcd.goesBack()) {
      run.tell("letting what was restored go back to etcd " + etcd.release().line());
      try (IsolatedEtcd newer = start(etcd.restores(), token, trial, manifest)) {
        newer.endGoneBackTo(etcd.release());
      }
    }
    run.tell("starting etcd on what was restored");
    try (IsolatedEtcd restored = start(etcd.serves(), token, trial, manifest)) {
      long millis = millisSince(began);
      run.tell("comparing");
      compare(manifest, restored);
      return millis;
    }
  }

  private IsolatedEtcd start(Path etcd, String token, boolean trial, SnapshotManifest manifest)
      throws EtcdToolException, InterruptedException {
    return IsolatedEtcd.start(
        new IsolatedEtcd.Settings(
            etcd,
            folder.restored(),
            folder.resolve("etcd.log"),
            NAME,
            token,
            !trial,
            List.of(),
            IsolatedEtcd.patience(manifest.sizeBytes())));
  }

  private void restore(Path etcd, Path file, String token, boolean trial)
      throws TaskFailedException, EtcdToolException, InterruptedException {
    EtcdUtl tool = trial ? EtcdUtl.beside(etcd) : EtcdUtl.beside(etcd).quiet();
    try {
      tool.restore(
          new EtcdUtl.Restore(
              file,
              folder.restored(),
              NAME,
              IsolatedEtcd.PEER_URL,
              token,
              Optional.empty(),
              false));
    } catch (EtcdToolException e) {
      if (e.kind() == EtcdToolException.Kind.BAD_FILE) {
        throw bad("etcdutl refuses it: " + e.getMessage());
      }
      throw e;
    }
  }

  private static void compare(SnapshotManifest manifest, IsolatedEtcd restored)
      throws TaskFailedException, EtcdToolException {
    SnapshotManifest.Position position = manifest.position();
    long revision = restored.revision();
    if (revision < position.revision() || revision > position.upperRevision()) {
      throw bad(
          "it holds revision "
              + revision
              + ", its manifest says "
              + position.revision()
              + (position.exact() ? "" : " to " + position.upperRevision()));
    }
    if (manifest.hash().isPresent()) {
      SnapshotManifest.KvHash expected = manifest.hash().get();
      SnapshotClient.Hash found = restored.hashKv(expected.revision());
      if (found.hash() != expected.hash()
          || found.compactRevision() != expected.compactRevision()) {
        throw bad(
            "HashKV at revision "
                + expected.revision()
                + " is "
                + found.hash()
                + ", compacted at "
                + found.compactRevision()
                + "; its manifest says "
                + expected);
      }
    }
  }

  private static TaskFailedException bad(String detail) {
    return new TaskFailedException(new TaskResult.Bad(detail));
  }
}
