package io.quorate.agent.steps.restart;

import io.quorate.agent.steps.frame.Step;
import io.quorate.agent.steps.frame.StepContext;
import io.quorate.agent.steps.frame.StepResult;
import io.quorate.spec.EtcdVersion;

/**
 * Has the own etcd run again. Where the agent was restarted since it stopped, its start has decided
 * on that already.
 */
final class StartAgain implements Step {
  /** How often etcd had been started before, so that a crash loop is told from a start. */
  static final String STARTS = "starts";

  /** The release that ran before this command changed it. */
  static final String RELEASE_BEFORE = "releaseBefore";

  @Override
  public StepResult go(StepContext context) {
    if (!RestartProgram.runsRelease(context)) {
      return change(context);
    }
    if (context.progress().datum(STARTS).isEmpty()) {
      context.note(STARTS, Long.toString(context.journal().runs().starts()));
    }
    return context.control().resume()
        ? new StepResult.Look("etcd is starting")
        : new StepResult.Done();
  }

  /** An agent that started meanwhile has started etcd with the old release: it stops once more. */
  private static StepResult change(StepContext context) {
    if (!context.control().stopped()) {
      StepResult stopping = new StopToRestart().go(context);
      return stopping instanceof StepResult.Done ? new StepResult.Look("etcd stopped") : stopping;
    }
    context
        .journal()
        .runs()
        .release()
        .filter(before -> context.progress().datum(RELEASE_BEFORE).isEmpty())
        .ifPresent(before -> context.note(RELEASE_BEFORE, before.toString()));
    EtcdVersion release = RestartProgram.restart(context).release().orElseThrow();
    context.journalStore().change(edit -> edit.nextRelease(release));
    return new StepResult.Look("etcd " + release + " is next");
  }

  @Override
  public About about() {
    return new About(
        "etcd is to run",
        "chooses the release, then has it run on the member's own data, by the newest spec that was"
            + " read",
        "the release before, and the next one; how often it was started before; then the next step",
        "it is started then, by this step or when the agent starts",
        "it is to run: the check finds that",
        "the next step begins",
        "a start looks at journal and directory again, as any other");
  }
}
