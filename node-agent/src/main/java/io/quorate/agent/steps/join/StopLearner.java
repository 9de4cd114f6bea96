package io.quorate.agent.steps.join;

import io.quorate.agent.execution.LaunchFactory;
import io.quorate.agent.steps.frame.ContactSearch;
import io.quorate.agent.steps.frame.Step;
import io.quorate.agent.steps.frame.StepContext;
import io.quorate.agent.steps.frame.StepResult;

/** Undo: stops the learner, unless the cluster has made it a voter by now. */
final class StopLearner implements Step {
  @Override
  public StepResult go(StepContext context) {
    if (context.progress().datum(PrepareDirectory.NONCE).isEmpty() || context.control().stopped()) {
      return new StepResult.Done();
    }
    if (context.generationOver()) {
      context.control().stop();
      return new StepResult.Wait("the learner of a generation that is over is stopping");
    }
    return OwnEntry.of(context)
        .map(
            entry -> {
              if (entry.voter()) {
                keepRunning(context);
                return OwnEntry.joined(entry);
              }
              context.control().stop();
              return new StepResult.Wait("the learner is stopping");
            })
        .orElseGet(() -> ContactSearch.none(context));
  }

  /** A promotion may land after etcd was asked to stop: the voter is to come back (I2). */
  private static void keepRunning(StepContext context) {
    context
        .journal()
        .usableMember()
        .map(member -> LaunchFactory.existing(context.self(), member, context.settings()))
        .ifPresent(context.control()::run);
  }

  @Override
  public About about() {
    return new About(
        "no own etcd process is left; without a directory of this join there is no learner, and a former etcd is left alone (I2)",
        "SIGTERM, after stopGrace SIGKILL; a voter runs on, or again, and the join is DONE",
        "nothing before; then the next step",
        "it is stopped then",
        "it is stopped: the check finds that",
        "the next step begins",
        "a learner does not vote");
  }
}
