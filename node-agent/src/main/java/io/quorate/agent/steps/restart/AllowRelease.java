package io.quorate.agent.steps.restart;

import io.quorate.agent.port.Refusal;
import io.quorate.agent.port.Reply;
import io.quorate.agent.steps.frame.Step;
import io.quorate.agent.steps.frame.StepContext;
import io.quorate.agent.steps.frame.StepResult;
import io.quorate.release.ReleasePath;
import io.quorate.release.StorageVersion;
import io.quorate.spec.EtcdVersion;
import io.quorate.state.MemberStatus;
import java.util.Optional;

/**
 * Looks whether another release line would start on the member's own data, just before etcd stops:
 *
 * <ol>
 *   <li>the line before starts only on files that are written by it. Where the cluster has risen to
 *       the newer line, a downgrade is enabled, and etcd changes its files while it serves;
 *   <li>towards the newer line a downgrade of before is cancelled, which would keep the cluster at
 *       the older one;
 *   <li>3.7 cannot read what 3.5 wrote into the log. Where a start would apply that again, a
 *       downgrade is enabled, for which every member snapshots its log, and cancelled.
 * </ol>
 */
final class AllowRelease implements Step {
  @Override
  public StepResult go(StepContext context) {
    Optional<EtcdVersion> target = RestartProgram.restart(context).release();
    if (target.isEmpty() || RestartProgram.taken(context) || context.control().stopped()) {
      return new StepResult.Done();
    }
    Optional<EtcdVersion> journalled = context.journal().runs().release();
    if (journalled.filter(runs -> runs.line().equals(target.get().line())).isPresent()) {
      return new StepResult.Done();
    }
    Reply<MemberStatus> own = context.etcd().status(context.self().endpoints().clientUrl());
    Optional<EtcdVersion> running =
        own.answer().map(MemberStatus::version).flatMap(EtcdVersion::parse);
    return running.isEmpty()
        ? new StepResult.Wait("the own etcd does not tell its release: " + own.words())
        : change(context, running.get(), target.get(), own.answer().get().storage());
  }

  private static StepResult change(
      StepContext context,
      EtcdVersion running,
      EtcdVersion target,
      Optional<StorageVersion> storage) {
    Optional<String> refused = ReleasePath.refuses(running, target);
    if (refused.isPresent()) {
      return new StepResult.Fail(refused.get());
    }
    if (running.line().equals(target.line())) {
      return new StepResult.Done();
    }
    return target.olderLineThan(running)
        ? back(context, target, storage)
        : forth(context, running, target, storage);
  }

  private static StepResult back(
      StepContext context, EtcdVersion target, Optional<StorageVersion> storage) {
    if (storage.isEmpty()) {
      return new StepResult.Wait("the own etcd does not tell by which release line it writes");
    }
    StorageVersion files = storage.get();
    if (files.readableBy(target)) {
      return new StepResult.Done();
    }
    boolean enabled = files.downgrade().filter(to -> to.line().equals(target.line())).isPresent();
    return new StepResult.Wait(
        enabled
            ? "etcd writes by " + files.version().line() + ", a downgrade is enabled"
            : "a downgrade to "
                + target.line()
                + ": "
                + downgrade(context, Optional.of(target)).words());
  }

  private static StepResult forth(
      StepContext context,
      EtcdVersion running,
      EtcdVersion target,
      Optional<StorageVersion> storage) {
    Optional<Long> unreadable = unreadable(context, target);
    if (unreadable.isPresent()) {
      return snapshotLog(context, running, unreadable.get(), storage);
    }
    if (storage.isEmpty()) {
      return cancelled(context); // Before 3.6 etcd does not tell whether there is one.
    }
    if (storage.get().downgrade().isPresent()) {
      return new StepResult.Wait(
          "a downgrade is cancelled: " + downgrade(context, Optional.empty()).words());
    }
    return storage.get().version().line().equals(running.line())
        ? new StepResult.Done()
        : new StepResult.Wait(
            "etcd writes by "
                + storage.get().version().line()
                + ", expected "
                + running.line()
                + " before it changes to "
                + target.line());
  }

  /** The index of a request in the own log that the release could not read. */
  private static Optional<Long> unreadable(StepContext context, EtcdVersion target) {
    return ReleasePath.readsVersionTwo(target)
        ? Optional.empty()
        : context
            .journal()
            .usableMember()
            .flatMap(member -> context.disk().versionTwoRequest(member.directory()));
  }

  /** etcd has every member snapshot its log when the cluster's version falls, and only then. */
  private static StepResult snapshotLog(
      StepContext context, EtcdVersion running, long request, Optional<StorageVersion> storage) {
    boolean falls = storage.flatMap(StorageVersion::downgrade).isPresent();
    return new StepResult.Wait(
        "etcd is to snapshot its log, which holds a request of API v2 at index "
            + request
            + (falls
                ? ": a downgrade is enabled for that"
                : ": " + downgrade(context, Optional.of(ReleasePath.before(running))).words()));
  }

  /** etcd refuses to cancel a downgrade that there is not. */
  private static StepResult cancelled(StepContext context) {
    return switch (downgrade(context, Optional.empty())) {
      case Reply.Answered<Boolean> cancelled -> new StepResult.Done();
      case Reply.Refused<Boolean> refused when refused.why() == Refusal.OTHER ->
          new StepResult.Done();
      case Reply.Refused<Boolean> refused -> new StepResult.Wait(refused.words());
      case Reply.Unknown<Boolean> unknown -> new StepResult.Wait(unknown.words());
    };
  }

  static Reply<Boolean> downgrade(StepContext context, Optional<EtcdVersion> to) {
    return context.etcd().downgrade(context.self().endpoints().clientUrl(), to);
  }

  @Override
  public About about() {
    return new About(
        "the release is of the line that runs; or the own files are written by its line; or a newer"
            + " line is asked for",
        "enables etcd's downgrade to the older line, or cancels one before a newer line",
        "only the next step",
        "it looks again",
        "it looks again",
        "the next step begins",
        "etcd of both lines serves under a downgrade; the next restart looks again");
  }
}
