package io.quorate.agent.steps.join;

import io.quorate.agent.execution.CommandProgress;
import io.quorate.agent.steps.frame.Step;
import io.quorate.agent.steps.frame.StepContext;
import io.quorate.agent.steps.frame.StepResult;
import java.util.Optional;

/** Undo: puts the learner's directory out of etcd's path and ends the instruction. */
final class ArchiveDirectory implements Step {
  @Override
  public StepResult go(StepContext context) {
    Optional<String> nonce = context.progress().datum(PrepareDirectory.NONCE);
    if (nonce.isPresent()) {
      context.control().stop();
      if (!context.control().stopped()) {
        return new StepResult.Wait("the removed learner is stopping");
      }
      String name =
          context.disk().name(context.progress().command().header().generation(), nonce.get());
      context.disk().archive(name);
      context.journalStore().change(edit -> edit.memberGone().prepared(Optional.empty()));
    }
    CommandProgress.Undo why = context.progress().undone();
    return StepResult.Finish.of(why);
  }

  @Override
  public About about() {
    return new About(
        "no own etcd process is left; the directory is not in etcd's path",
        "stops an etcd that a restart brought back; renames the directory into the archive",
        "that no member is on this disk, then the outcome",
        "it is archived then",
        "a missing directory is archived already",
        "the outcome is reported until the slot is free",
        "the directory belonged to a removed learner");
  }
}
