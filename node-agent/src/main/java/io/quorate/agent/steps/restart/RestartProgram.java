package io.quorate.agent.steps.restart;

import io.quorate.agent.execution.AgentJournal;
import io.quorate.agent.execution.CommandProgress;
import io.quorate.agent.execution.JournalMember;
import io.quorate.agent.steps.frame.MoveLeaderAway;
import io.quorate.agent.steps.frame.NamedStep;
import io.quorate.agent.steps.frame.StepContext;
import io.quorate.agent.steps.frame.StepProgram;
import io.quorate.command.CommandKind;
import io.quorate.command.RestartMember;
import io.quorate.spec.EtcdVersion;
import java.util.List;
import java.util.Optional;

/**
 * RESTART_MEMBER: restarts the own etcd with the settings of the spec, and with the release that
 * the command names. It stays as it is where it was started so already, unless the command asks for
 * one more start.
 *
 * <ol>
 *   <li>Nothing is stopped before the spec that asks for it was read, and etcd may be started.
 *   <li>The leadership goes to another voter, so that writes pause for no election.
 *   <li>Another release line may be started on the member's files ({@link AllowRelease}).
 *   <li>etcd stops while the others that answer are a quorum of all (I2), and is started again.
 *   <li>It is done once a linearizable read through the own etcd is answered: then it has applied
 *       all that was committed when it was asked.
 * </ol>
 *
 * <p>The release changes while etcd is stopped. Whatever goes wrong, an etcd that was stopped is
 * started again before this ends, with the release that it had before.
 */
public final class RestartProgram implements StepProgram {
  static RestartMember restart(StepContext context) {
    if (context.progress().command() instanceof RestartMember restart) {
      return restart;
    }
    throw new IllegalStateException("step of a restart under " + context.progress().command());
  }

  /** Whether etcd was started with what is asked for, or will be by the spec as it is now. */
  static boolean taken(StepContext context) {
    return context
            .journal()
            .runs()
            .settings()
            .filter(restart(context).settings()::equals)
            .isPresent()
        && runsRelease(context)
        && startedSince(context);
  }

  /** Whether etcd was started more often than when its restart was asked for. */
  static boolean startedSince(StepContext context) {
    return context.journal().runs().starts() > restart(context).startsBefore();
  }

  /**
   * Whether the release that is asked for runs, or will at the next start. The journal names it
   * only once etcd has stopped: an etcd that runs was started with it.
   */
  static boolean runsRelease(StepContext context) {
    Optional<EtcdVersion> release = restart(context).release();
    return release.isEmpty() || release.equals(context.journal().runs().release());
  }

  @Override
  public CommandKind kind() {
    return CommandKind.RESTART_MEMBER;
  }

  @Override
  public List<NamedStep> steps() {
    return List.of(
        new NamedStep("CHECK", new CheckRestart()),
        new NamedStep("MOVE_LEADER", new MoveLeaderAway()),
        new NamedStep("ALLOW_RELEASE", new AllowRelease()),
        new NamedStep("STOP", new StopToRestart()),
        new NamedStep("START", new StartAgain()),
        new NamedStep("CONFIRM", new ConfirmRestart()));
  }

  @Override
  public List<NamedStep> undo() {
    return List.of(new NamedStep("START_ANYWAY", new StartAnyway()));
  }

  @Override
  public Optional<String> abandoned(AgentJournal journal, CommandProgress progress) {
    if (!(progress.command() instanceof RestartMember restart)) {
      throw new IllegalStateException("a restart's program was asked of " + progress);
    }
    boolean held =
        journal
            .usableMember()
            .map(JournalMember::identity)
            .filter(identity -> identity.memberId().equals(restart.member()))
            .isPresent();
    return held
        ? Optional.empty()
        : Optional.of("this node's disk holds no usable member " + restart.member());
  }
}
