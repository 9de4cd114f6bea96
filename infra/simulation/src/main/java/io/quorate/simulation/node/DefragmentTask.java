package io.quorate.simulation.node;

import io.quorate.agent.execution.NodeDescription;
import io.quorate.agent.port.ListedMembers;
import io.quorate.agent.port.ListedMembers.Listed;
import io.quorate.agent.port.Reply;
import io.quorate.agent.tasks.TaskResult;
import io.quorate.agent.tasks.TaskRun;
import io.quorate.command.CommandFailure;
import io.quorate.etcdmodel.Answer;
import io.quorate.state.MemberIdentity;
import io.quorate.state.MemberStatus;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How a node defragments its own member's database, by the steps of the real program. */
final class DefragmentTask {
  private static final long ELECTION_MILLIS = 10_000;
  private static final long SERVES_AGAIN_MILLIS = 30_000;
  private static final long LEAST_MILLIS = 500;
  private static final long MOST_MILLIS = 60_000;

  private final NodeDescription self;
  private final EtcdPort etcd;
  private final TaskStrand strand;

  DefragmentTask(NodeDescription self, EtcdPort etcd, TaskStrand strand) {
    this.self = self;
    this.etcd = etcd;
    this.strand = strand;
  }

  TaskResult run(TaskRun run) throws InterruptedException {
    long end = strand.now() + run.command().deadline().toMillis();
    Reply<MemberStatus> before = etcd.status(url());
    if (before.answer().filter(status -> own(run, status)).isEmpty()) {
      return failed("its own etcd's status: " + before.words());
    }
    Optional<String> hindrance = follow().or(this::othersServe).or(run::over);
    long left = end - strand.now();
    if (hindrance.isPresent() || left <= 0) {
      return failed("not begun: " + hindrance.orElse("its deadline has passed"));
    }
    Reply<Answer> done = etcd.defragment(url(), strand.lasting(LEAST_MILLIS, MOST_MILLIS), left);
    Optional<String> unread = awaitRead();
    strand.reach();
    return unread.isPresent() || done.answer().isEmpty()
        ? failed(unread.orElse("etcd did not defragment: " + done.words()))
        : new TaskResult.Done("defragmented", Map.of("sizeBytes", 0L));
  }

  private String url() {
    return self.endpoints().clientUrl();
  }

  private static boolean own(TaskRun run, MemberStatus status) {
    return run.member().map(MemberIdentity::memberId).filter(status.memberId()::equals).isPresent();
  }

  /** Who leads hands the leadership over; why it still leads, or follows nobody. */
  private Optional<String> follow() throws InterruptedException {
    long end = strand.now() + ELECTION_MILLIS;
    while (strand.now() < end) {
      Optional<MemberStatus> now = etcd.status(url()).answer();
      if (now.isEmpty()) {
        return Optional.of("its own etcd does not answer");
      }
      if (!now.get().leads() && now.get().leader().isPresent()) {
        return Optional.empty();
      }
      if (now.get().leads()) {
        handOver(now.get());
      }
      strand.work(100, 300);
    }
    return Optional.of("it could not hand the leadership over");
  }

  private void handOver(MemberStatus own) {
    etcd
        .statuses(others(own).stream().flatMap(voter -> voter.clientUrls().stream()).toList())
        .values()
        .stream()
        .flatMap(reply -> reply.answer().stream())
        .max(
            Comparator.comparingLong(MemberStatus::raftIndex).thenComparing(MemberStatus::memberId))
        .ifPresent(next -> etcd.moveLeader(url(), next.memberId()));
  }

  private List<Listed> others(MemberStatus own) {
    return etcd.list(url()).answer().map(ListedMembers::members).orElse(List.of()).stream()
        .filter(member -> !member.entry().learner())
        .filter(member -> !member.entry().id().equals(own.memberId()))
        .toList();
  }

  private Optional<String> othersServe() {
    Optional<MemberStatus> own = etcd.status(url()).answer();
    if (own.isEmpty()) {
      return Optional.of("its own etcd does not answer");
    }
    List<Listed> others = others(own.get());
    long serving =
        others.stream()
            .flatMap(voter -> voter.clientUrls().stream())
            .filter(url -> etcd.list(url).answer().isPresent())
            .count();
    int needed = (others.size() + 1) / 2 + 1;
    return serving < needed
        ? Optional.of(serving + " of " + others.size() + " other voters answer")
        : Optional.empty();
  }

  private Optional<String> awaitRead() throws InterruptedException {
    long end = strand.now() + SERVES_AGAIN_MILLIS;
    while (etcd.list(url()).answer().isEmpty()) {
      if (strand.now() > end) {
        return Optional.of("etcd answers no read since it was told to");
      }
      strand.pause(200);
    }
    return Optional.empty();
  }

  private static TaskResult failed(String why) {
    return new TaskResult.Failed(CommandFailure.ETCD, why);
  }
}
