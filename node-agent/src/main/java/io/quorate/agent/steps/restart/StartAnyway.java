package io.quorate.agent.steps.restart;

import io.quorate.agent.execution.CommandProgress;
import io.quorate.agent.steps.frame.Step;
import io.quorate.agent.steps.frame.StepContext;
import io.quorate.agent.steps.frame.StepResult;
import io.quorate.spec.EtcdVersion;
import java.util.Optional;

/**
 * Undo: etcd is to run again, whatever else; its supervisor keeps trying. One that does not serve
 * with another release runs the one before. The journal takes that only once etcd has stopped, and
 * an etcd that serves, or that the others need, is not stopped for it.
 */
final class StartAnyway implements Step {
  @Override
  public StepResult go(StepContext context) {
    CommandProgress.Undo why = context.progress().undone();
    Optional<EtcdVersion> before = before(context);
    if (before.isPresent() && context.control().stopped()) {
      EtcdVersion release = before.get();
      context.journalStore().change(edit -> edit.nextRelease(release));
      return new StepResult.Look("etcd " + release + " is next");
    }
    if (before.isPresent() && mayStop(context)) {
      context.control().stop();
      return new StepResult.Wait("etcd is stopping");
    }
    if (context.journal().usableMember().isPresent() && context.control().resume()) {
      return new StepResult.Look("etcd is starting");
    }
    cancelDowngrade(context);
    return StepResult.Finish.of(why);
  }

  /**
   * What this command may have enabled is of no use any more, and keeps the cluster at the older
   * line; if etcd serves by now. Where others run the older line, that alone keeps it there.
   */
  private static void cancelDowngrade(StepContext context) {
    Optional<String> target = RestartProgram.restart(context).release().map(EtcdVersion::line);
    Optional<String> runs = context.journal().runs().release().map(EtcdVersion::line);
    if (target.isPresent() && runs.isPresent() && !target.equals(runs)) {
      AllowRelease.downgrade(context, Optional.empty());
    }
  }

  /** The release to go back to; empty where the journal names no other. */
  private static Optional<EtcdVersion> before(StepContext context) {
    return context
        .progress()
        .datum(StartAgain.RELEASE_BEFORE)
        .flatMap(EtcdVersion::parse)
        .filter(release -> context.journal().usableMember().isPresent())
        .filter(release -> !context.journal().runs().release().equals(Optional.of(release)));
  }

  private static boolean mayStop(StepContext context) {
    return !ConfirmRestart.serves(context)
        && (ConfirmRestart.crashLoop(context).isPresent()
            || StopToRestart.needed(context).isEmpty());
  }

  @Override
  public About about() {
    return new About(
        "etcd is to run, or has no data that it could run on",
        "stops an etcd of another release that does not serve, while the others are a quorum or it"
            + " ends again and again; chooses the release before; has it run on the member's own"
            + " data, by the newest spec that was read",
        "the outcome FAILED or CANCELLED",
        "it is started then, by this step or when the agent starts",
        "it is to run: the check finds that",
        "the outcome is reported until the slot is free",
        "a start looks at journal and directory again, as any other");
  }
}
