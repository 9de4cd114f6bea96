package io.quorate.agent.snapshots;

import io.etcd.jetcd.api.CompactionRequest;
import io.etcd.jetcd.api.DefragmentRequest;
import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.MaintenanceGrpc;
import io.quorate.agent.etcd.client.SnapshotClient;
import io.quorate.agent.execution.NodeDescription;
import io.quorate.agent.port.EtcdApi;
import io.quorate.agent.port.ListedMembers.Listed;
import io.quorate.agent.port.Reply;
import io.quorate.agent.tasks.TaskResult;
import io.quorate.agent.tasks.TaskRun;
import io.quorate.release.DefragmentFault;
import io.quorate.spec.ByteSize;
import io.quorate.state.MemberIdentity;
import io.quorate.state.MemberStatus;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Defragments the own etcd's database. It answers nothing meanwhile, so that everything is looked
 * at before, and last what may have changed since the controller decided:
 *
 * <ol>
 *   <li>the etcd that answers is the own member's, of a release that defragments safely; the disk
 *       has room for the copy that etcd writes;
 *   <li>a compaction under way here has ended: what it frees is freed before;
 *   <li>a leader hands the leadership over, and follows;
 *   <li>each of the others that answers proves a quorum at that moment, and they are a quorum of
 *       all voters;
 *   <li>the command still stands;
 *   <li>the call, then a read through the own etcd.
 * </ol>
 */
final class DefragmentProgram {
  /** What etcd may need of the disk beside the copy. */
  private static final long RESERVE_BYTES = 64L * 1024 * 1024;

  private static final Duration COMPACTION = Duration.ofMinutes(2);
  private static final Duration ELECTION = Duration.ofSeconds(10);
  private static final Duration SERVES_AGAIN = Duration.ofSeconds(30);

  private final NodeDescription self;
  private final Supplier<SnapshotClient> sources;
  private final EtcdApi etcd;
  private final LongSupplier freeBytes;

  DefragmentProgram(
      NodeDescription self,
      Supplier<SnapshotClient> sources,
      EtcdApi etcd,
      LongSupplier freeBytes) {
    this.self = self;
    this.sources = sources;
    this.etcd = etcd;
    this.freeBytes = freeBytes;
  }

  TaskResult run(TaskRun run) throws TaskFailedException, InterruptedException {
    long end = System.nanoTime() + run.command().deadline().toNanos();
    try (SnapshotClient own = sources.get()) {
      MemberStatus before = Failures.answered("its status", own::status);
      Optional<String> unfit = foreign(run, before).or(() -> DefragmentFault.of(before.version()));
      if (unfit.isPresent()) {
        return new TaskResult.Bad(unfit.get() + "; nothing was changed");
      }
      run.tell("awaiting a compaction under way");
      awaitCompaction(own);
      MemberStatus compacted = Failures.answered("its status", own::status);
      room(compacted);
      follow(run, own);
      othersServe(compacted);
      Duration left = Duration.ofNanos(end - System.nanoTime());
      Optional<String> over =
          left.isNegative() ? Optional.of("its deadline has passed") : run.over();
      if (over.isPresent()) {
        throw Failures.other("not begun: " + over.get());
      }
      run.tell("defragmenting " + ByteSize.rounded(compacted.dbSizeBytes()));
      return defragment(run, own, compacted, left);
    }
  }

  private static Optional<String> foreign(TaskRun run, MemberStatus status) {
    Optional<MemberIdentity> member = run.member();
    return member
            .filter(own -> own.clusterId().equals(status.clusterId()))
            .filter(own -> own.memberId().equals(status.memberId()))
            .isPresent()
        ? Optional.empty()
        : Optional.of(
            "the etcd at the own address is member "
                + status.memberId()
                + " of cluster "
                + status.clusterId()
                + ", the own one is "
                + member.map(Object::toString).orElse("none"));
  }

  /**
   * A physical compaction is answered when all that were asked for before have ended on this
   * member. The first revision is the oldest there ever was: nothing becomes unreadable by it.
   */
  static void awaitCompaction(SnapshotClient own) throws TaskFailedException {
    Reply<Long> reply =
        own.ask(
            KVGrpc::newFutureStub,
            COMPACTION,
            stub ->
                stub.compact(
                    CompactionRequest.newBuilder().setRevision(1).setPhysical(true).build()),
            answer -> answer.getHeader().getRevision());
    if (reply.answer().isEmpty() && !reply.words().contains("has been compacted")) {
      throw Failures.etcd("a compaction under way has not ended: " + reply.words());
    }
  }

  private void room(MemberStatus status) throws TaskFailedException {
    long needed = status.dbInUseBytes() + RESERVE_BYTES;
    long free = freeBytes.getAsLong();
    if (free < needed) {
      throw Failures.full(
          "the disk has %s free, defragmenting needs %s"
              .formatted(ByteSize.rounded(free), ByteSize.rounded(needed)));
    }
  }

  /** Who leads hands the leadership to the voter that has most of the log. */
  private void follow(TaskRun run, SnapshotClient own)
      throws TaskFailedException, InterruptedException {
    long end = System.nanoTime() + ELECTION.toNanos();
    String words = "it has no leader";
    while (System.nanoTime() < end) {
      MemberStatus now = Failures.answered("its status", own::status);
      if (!now.leads() && now.leader().isPresent()) {
        return;
      }
      if (now.leads()) {
        run.tell("handing the leadership over");
        words = handOver(now);
      }
      Pause.brief();
    }
    throw Failures.etcd("it could not hand the leadership over: " + words);
  }

  private String handOver(MemberStatus now) throws TaskFailedException {
    List<Listed> others = others(now);
    return etcd
        .statuses(others.stream().flatMap(voter -> voter.clientUrls().stream()).toList())
        .values()
        .stream()
        .flatMap(reply -> reply.answer().stream())
        .filter(status -> others.stream().anyMatch(o -> o.entry().id().equals(status.memberId())))
        .max(
            Comparator.comparingLong(MemberStatus::raftIndex).thenComparing(MemberStatus::memberId))
        .map(next -> etcd.moveLeader(self.endpoints().clientUrl(), next.memberId()).words())
        .orElse("no other voter answers that could lead");
  }

  private List<Listed> others(MemberStatus own) throws TaskFailedException {
    return Failures.answered("the member list", () -> etcd.list(self.endpoints().clientUrl()))
        .members()
        .stream()
        .filter(member -> !member.entry().learner())
        .filter(member -> !member.entry().id().equals(own.memberId()))
        .toList();
  }

  /** A read through each of the others: one that defragments itself does not answer it. */
  private void othersServe(MemberStatus own) throws TaskFailedException {
    List<Listed> others = others(own);
    List<Listed> serving = others.stream().filter(this::serves).toList();
    int needed = (others.size() + 1) / 2 + 1;
    if (serving.size() < needed) {
      throw Failures.other(
          "not begun: %d of %d other voters answer, and %d are a quorum"
              .formatted(serving.size(), others.size(), needed));
    }
  }

  private boolean serves(Listed voter) {
    return voter.clientUrls().stream()
        .findFirst()
        .flatMap(url -> etcd.list(url).answer().filter(list -> sameMember(url, voter)))
        .isPresent();
  }

  private boolean sameMember(String url, Listed voter) {
    return etcd.status(url)
        .answer()
        .filter(status -> status.memberId().equals(voter.entry().id()))
        .isPresent();
  }

  private TaskResult defragment(TaskRun run, SnapshotClient own, MemberStatus before, Duration left)
      throws TaskFailedException, InterruptedException {
    Stopwatch time = new Stopwatch();
    Reply<Boolean> reply =
        own.ask(
            MaintenanceGrpc::newFutureStub,
            left,
            stub -> stub.defragment(DefragmentRequest.getDefaultInstance()),
            answer -> true);
    if (reply.answer().isEmpty()) {
      throw unanswered(own, reply, Thread.interrupted());
    }
    long millis = time.lap("defragmented");
    run.tell("defragmented; awaiting a read");
    awaitRead(own);
    MemberStatus after = Failures.answered("its status", own::status);
    return new TaskResult.Done(
        "%s, before %s, within %d ms"
            .formatted(
                ByteSize.rounded(after.dbSizeBytes()),
                ByteSize.rounded(before.dbSizeBytes()),
                millis),
        Map.of(
            "sizeBefore",
            before.dbSizeBytes(),
            "sizeBytes",
            after.dbSizeBytes(),
            "inUseBytes",
            after.dbInUseBytes(),
            "millis",
            millis));
  }

  /**
   * etcd goes on when the call is given up, and blocks: nothing is told of the end before it
   * answers a read again.
   */
  private static TaskFailedException unanswered(
      SnapshotClient own, Reply<Boolean> reply, boolean interrupted)
      throws TaskFailedException, InterruptedException {
    awaitRead(own);
    if (interrupted) {
      throw new InterruptedException("stopped while etcd defragmented");
    }
    return Failures.etcd("etcd did not defragment: " + reply.words());
  }

  private static void awaitRead(SnapshotClient own)
      throws TaskFailedException, InterruptedException {
    long end = System.nanoTime() + SERVES_AGAIN.toNanos();
    Reply<Long> read = own.linearizableRead();
    while (read.answer().isEmpty()) {
      if (System.nanoTime() > end) {
        throw Failures.etcd("etcd answers no read since it was told to: " + read.words());
      }
      Pause.brief();
      read = own.linearizableRead();
    }
  }
}
