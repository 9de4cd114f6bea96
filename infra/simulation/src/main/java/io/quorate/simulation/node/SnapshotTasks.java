package io.quorate.simulation.node;

import io.quorate.agent.execution.NodeDescription;
import io.quorate.agent.port.Reply;
import io.quorate.agent.tasks.FencedMember;
import io.quorate.agent.tasks.TaskResult;
import io.quorate.agent.tasks.TaskRun;
import io.quorate.codec.Codecs;
import io.quorate.command.CommandFailure;
import io.quorate.command.TakeSnapshot;
import io.quorate.etcdmodel.ModelDirectory;
import io.quorate.etcdmodel.SavedSnapshot;
import io.quorate.simulation.bucket.BucketPort;
import io.quorate.snapshot.SnapshotKeys;
import io.quorate.snapshot.SnapshotManifest;
import io.quorate.snapshot.SnapshotManifest.Position;
import io.quorate.state.MemberIdentity;
import io.quorate.state.MemberStatus;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Optional;

/** How a node takes a snapshot: of its own etcd, or of the directory of its fenced member. */
final class SnapshotTasks {
  /** The installed release: no other one is ever prepared on a modelled node. */
  static final String VERSION = "3.5.30";

  private final NodeDescription self;
  private final Machine machine;
  private final EtcdPort etcd;
  private final TaskStrand strand;
  private final InstantSource clock;

  SnapshotTasks(
      NodeDescription self,
      Machine machine,
      EtcdPort etcd,
      TaskStrand strand,
      InstantSource clock) {
    this.self = self;
    this.machine = machine;
    this.etcd = etcd;
    this.strand = strand;
    this.clock = clock;
  }

  /** Of the own etcd: a status, a linearizable read and a status again tell what it covers. */
  TaskResult take(TaskRun run, TakeSnapshot take, BucketPort bucket)
      throws IOException, InterruptedException {
    Optional<SnapshotManifest> there = bucket.manifest(take.snapshot());
    if (there.isPresent()) {
      return done(there.get());
    }
    String url = self.endpoints().clientUrl();
    Reply<MemberStatus> first = etcd.status(url);
    if (run.member().isEmpty() || first.answer().filter(s -> own(run, s)).isEmpty()) {
      return notTaken("its own etcd's status: " + first.words());
    }
    Reply<?> read = etcd.list(url);
    Reply<MemberStatus> covered = etcd.status(url);
    Reply<SavedSnapshot> saved = etcd.save(url);
    if (read.answer().isEmpty() || covered.answer().isEmpty() || saved.answer().isEmpty()) {
      return notTaken(read.words() + ", " + covered.words() + ", " + saved.words());
    }
    MemberStatus second = covered.answer().get();
    SavedSnapshot snapshot = saved.answer().get();
    if (snapshot.revision() < second.revision()) {
      return notTaken("the file ends before the revision that etcd was at");
    }
    Position position =
        new Position(
            snapshot.revision(),
            snapshot.revision(),
            first.answer().get().raftTerm(),
            second.raftAppliedIndex());
    MemberIdentity member = run.member().get();
    return upload(run, take, bucket, snapshot, member, position);
  }

  private static boolean own(TaskRun run, MemberStatus status) {
    return run.member()
        .filter(identity -> identity.clusterId().equals(status.clusterId()))
        .filter(identity -> identity.memberId().equals(status.memberId()))
        .isPresent();
  }

  private static TaskResult notTaken(String why) {
    return new TaskResult.Failed(CommandFailure.ETCD, why);
  }

  /** Of a copy of the archived directory, with all that its log holds committed. */
  TaskResult salvage(TaskRun run, TakeSnapshot take, FencedMember member, BucketPort bucket)
      throws IOException, InterruptedException {
    Optional<SnapshotManifest> there = bucket.manifest(take.snapshot());
    if (there.isPresent()) {
      return done(there.get());
    }
    Optional<ModelDirectory> archived = machine.disk().archived(member.fence().directory());
    if (archived.isEmpty()) {
      return new TaskResult.Bad("the archive holds no directory " + member.fence().directory());
    }
    machine.fileTroubles().room();
    ModelDirectory copy = archived.get().copy();
    strand.work(200, 3_000);
    Optional<ModelDirectory.Summary> summary = copy.summary();
    if (copy.isCorrupt() || summary.filter(log -> endsAt(log, member)).isEmpty()) {
      return new TaskResult.Bad("its log is " + summary + ", the fence is " + member.fence());
    }
    Optional<SavedSnapshot> salvaged = copy.salvaged();
    if (salvaged.isEmpty()) {
      return new TaskResult.Bad("it is a learner's, which never acknowledged anything");
    }
    long revision = salvaged.get().revision();
    Position position =
        new Position(revision, revision, member.fence().lastTerm(), member.fence().lastIndex());
    return upload(run, take, bucket, salvaged.get(), member.identity(), position);
  }

  private static boolean endsAt(ModelDirectory.Summary log, FencedMember member) {
    return log.lastTerm() == member.fence().lastTerm()
        && log.lastIndex() == member.fence().lastIndex()
        && log.memberId().equals(member.identity().memberId())
        && log.clusterId().equals(member.identity().clusterId());
  }

  private TaskResult upload(
      TaskRun run,
      TakeSnapshot take,
      BucketPort bucket,
      SavedSnapshot snapshot,
      MemberIdentity member,
      Position position)
      throws InterruptedException {
    strand.work(100, 2_000);
    String key =
        SnapshotKeys.data(self.cluster(), take.header().uid(), take.snapshot(), run.attempt());
    String sha256 = bucket.upload(key, snapshot);
    strand.reach();
    return done(
        bucket.createManifest(
            new SnapshotManifest(
                take.snapshot(),
                self.cluster(),
                take.header().uid(),
                member.clusterId(),
                member.memberId(),
                self.instance(),
                key,
                position,
                VERSION,
                1,
                sha256,
                Optional.empty(),
                clock.instant(),
                take.because(),
                self.agentVersion())));
  }

  private static TaskResult done(SnapshotManifest manifest) {
    return new TaskResult.Done("taken", Codecs.MANIFEST.write(manifest));
  }
}
