package io.quorate.agent.snapshots;

import io.quorate.agent.etcd.client.SnapshotClient;
import io.quorate.agent.etcd.tools.CompactRevision;
import io.quorate.agent.etcd.tools.EtcdToolException;
import io.quorate.agent.etcd.tools.EtcdUtl;
import io.quorate.agent.execution.NodeDescription;
import io.quorate.agent.port.Reply;
import io.quorate.agent.tasks.TaskResult;
import io.quorate.agent.tasks.TaskRun;
import io.quorate.codec.Codecs;
import io.quorate.command.TakeSnapshot;
import io.quorate.model.ClusterUid;
import io.quorate.snapshot.SnapshotKeys;
import io.quorate.snapshot.SnapshotManifest;
import io.quorate.snapshot.SnapshotStore;
import io.quorate.state.MemberIdentity;
import io.quorate.state.MemberStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Takes a snapshot of the own etcd to the bucket:
 *
 * <ol>
 *   <li>a manifest that is there answers the task: an earlier attempt wrote it;
 *   <li>a status, a linearizable read and a status again tell what the snapshot covers at least:
 *       the second one's applied index is of the first one's term or a later one;
 *   <li>where the disk has room the stream goes to a file, and the upload follows it: a slow bucket
 *       does not hold up etcd. Of the finished file etcdutl tells the revision. Else the stream
 *       goes to the bucket, and the revision is known only to lie between that before it and that
 *       after it;
 *   <li>HashKV at the file's revision is kept where etcd is compacted as far as the file is: else
 *       it is another hash. etcd reads all its keys for it, and holds up writes on a large
 *       database, so that it is asked once. Without a file only a second HashKV, before the stream,
 *       can tell that nothing was compacted meanwhile; it is asked where no key changed, too, else
 *       no hash is kept;
 *   <li>the manifest is written last.
 * </ol>
 */
final class TakeSnapshotProgram {
  /** What etcd may need of the disk meanwhile, beside as much again as it has. */
  private static final long RESERVE_BYTES = 64L * 1024 * 1024;

  private static final int PAGE_BYTES = 512;
  private static final int HASH_BYTES = 32;

  private final NodeDescription self;
  private final Supplier<SnapshotClient> sources;
  private final Supplier<EtcdUtl> tool;
  private final TaskFolder folder;
  private final InstantSource clock;

  TakeSnapshotProgram(
      NodeDescription self,
      Supplier<SnapshotClient> sources,
      Supplier<EtcdUtl> tool,
      TaskFolder folder,
      InstantSource clock) {
    this.self = self;
    this.sources = sources;
    this.tool = tool;
    this.folder = folder;
    this.clock = clock;
  }

  /** What the bucket holds of a finished stream. */
  private record Stored(
      String key,
      long sizeBytes,
      String sha256,
      long revision,
      long upper,
      Optional<SnapshotManifest.KvHash> hash) {}

  /** What a finished file holds. */
  private record Found(long sizeBytes, long revision, Optional<SnapshotManifest.KvHash> hash) {}

  TaskResult run(TaskRun run, TakeSnapshot take, SnapshotStore store)
      throws TaskFailedException, EtcdToolException, IOException, InterruptedException {
    Optional<SnapshotManifest> there = store.manifest(take.snapshot());
    if (there.isPresent()) {
      return done(there.get(), "it was taken by an earlier attempt");
    }
    try (SnapshotClient source = sources.get()) {
      return done(store.createManifest(take(run, take, store, source)), "taken");
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

  private SnapshotManifest take(
      TaskRun run, TakeSnapshot take, SnapshotStore store, SnapshotClient source)
      throws TaskFailedException, EtcdToolException, IOException, InterruptedException {
    MemberStatus first = own(run, Failures.answered("its status", source::status));
    Failures.answered("a linearizable read", source::linearizableRead);
    MemberStatus covered = Failures.answered("its status", source::status);
    ClusterUid uid = take.header().uid();
    String key = SnapshotKeys.data(self.cluster(), uid, take.snapshot(), run.attempt());
    Stored stored =
        folder.open() >= 2 * covered.dbSizeBytes() + RESERVE_BYTES
            ? fromFile(run, store, source, covered, key)
            : streamed(run, store, source, covered, key);
    return new SnapshotManifest(
        take.snapshot(),
        self.cluster(),
        uid,
        covered.clusterId(),
        covered.memberId(),
        self.instance(),
        stored.key(),
        new SnapshotManifest.Position(
            stored.revision(), stored.upper(), first.raftTerm(), covered.raftAppliedIndex()),
        covered.version(),
        stored.sizeBytes(),
        stored.sha256(),
        stored.hash(),
        clock.instant(),
        take.because(),
        self.agentVersion());
  }

  /** Refuses another etcd that answers at the own address. */
  private static MemberStatus own(TaskRun run, MemberStatus status) throws TaskFailedException {
    MemberIdentity identity =
        run.member()
            .orElseThrow(() -> Failures.etcd("this node has no member to take a snapshot of"));
    if (!status.clusterId().equals(identity.clusterId())
        || !status.memberId().equals(identity.memberId())) {
      throw Failures.etcd(
          "the etcd at the own address is member "
              + status.memberId()
              + " of cluster "
              + status.clusterId()
              + ", the own one is "
              + identity);
    }
    return status;
  }

  private Stored fromFile(
      TaskRun run, SnapshotStore store, SnapshotClient source, MemberStatus covered, String key)
      throws TaskFailedException, EtcdToolException, IOException, InterruptedException {
    try (Spool<Found> spool =
            new Spool<>(
                source.snapshot(),
                folder.resolve("taken.db"),
                file -> look(file, source, covered));
        Transfer.Hashed upload =
            new Transfer.Hashed(
                spool.follow(), Transfer.progress(run, "uploading", covered.dbSizeBytes()))) {
      store.upload(key, upload, bytes -> {});
      Found found = spool.found();
      upload.expect(found.sizeBytes(), key);
      return new Stored(
          key,
          upload.bytes(),
          upload.sha256Hex(),
          found.revision(),
          found.revision(),
          found.hash());
    }
  }

  private Found look(Path file, SnapshotClient source, MemberStatus covered)
      throws TaskFailedException, EtcdToolException, IOException, InterruptedException {
    long size = whole(Files.size(file));
    long revision = tool.get().status(file).revision();
    if (revision < covered.revision()) {
      throw Failures.etcd(
          "the finished file ends at revision "
              + revision
              + ", etcd was at "
              + covered.revision()
              + " before: it is not used");
    }
    return new Found(
        size, revision, hash(source.hashKv(revision), revision, CompactRevision.of(file)));
  }

  private static Stored streamed(
      TaskRun run, SnapshotStore store, SnapshotClient source, MemberStatus covered, String key)
      throws TaskFailedException, IOException {
    Optional<Long> compacted = source.hashKv(0).answer().map(SnapshotClient.Hash::compactRevision);
    try (Transfer.Hashed upload = read(run, source, covered)) {
      store.upload(key, upload, bytes -> {});
      long size = whole(upload.bytes());
      long upper = Failures.answered("its revision after the stream", source::status).revision();
      return new Stored(
          key,
          size,
          upload.sha256Hex(),
          covered.revision(),
          upper,
          compacted
              .filter(before -> covered.revision() == upper)
              .flatMap(before -> hash(source.hashKv(upper), upper, before)));
    }
  }

  private static Transfer.Hashed read(TaskRun run, SnapshotClient source, MemberStatus covered) {
    return new Transfer.Hashed(
        source.snapshot(), Transfer.progress(run, "reading", covered.dbSizeBytes()));
  }

  /** etcd ends a snapshot with its hash: as many bytes as no database has beyond its pages. */
  private static long whole(long size) throws TaskFailedException {
    if (size % PAGE_BYTES != HASH_BYTES) {
      throw Failures.etcd("the snapshot's " + size + " bytes end without etcd's hash");
    }
    return size;
  }

  /**
   * The hash of what was sent; empty where etcd was compacted since.
   *
   * @param sentCompact up to where the keys were compacted that it sent
   */
  static Optional<SnapshotManifest.KvHash> hash(
      Reply<SnapshotClient.Hash> now, long revision, long sentCompact) {
    return now.answer()
        .filter(hash -> Math.max(0, hash.compactRevision()) == Math.max(0, sentCompact))
        .map(hash -> new SnapshotManifest.KvHash(hash.hash(), revision, hash.compactRevision()));
  }
}
