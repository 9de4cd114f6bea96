package io.quorate.agent.steps;

import io.quorate.agent.execution.CommandProgress;
import java.util.Optional;

/**
 * Undo: deletes the learner's directory where it is proved that it never voted, else puts it out of
 * etcd's path; and ends the instruction.
 */
final class ArchiveDirectory implements Step {
  @Override
  public StepResult go(StepContext context) {
    Optional<String> nonce = context.progress().datum(PrepareDirectory.NONCE);
    if (nonce.isPresent()) {
      context.control().stop();
      if (!context.control().stopped()) {
        // It ran after the proof.
        if (neverVoted(context)) {
          context.note(RemoveOwnLearner.NEVER_VOTED, "unknown");
        }
        return new StepResult.Wait("the removed learner is stopping");
      }
      String name =
          context.disk().name(context.progress().command().header().generation(), nonce.get());
      if (neverVoted(context)) {
        context.disk().discard(name);
      } else {
        context.disk().archive(name);
      }
      context.journalStore().change(edit -> edit.memberGone().prepared(Optional.empty()));
    }
    CommandProgress.Undo why = context.progress().undone();
    return StepResult.Finish.of(why);
  }

  private static boolean neverVoted(StepContext context) {
    return context
        .progress()
        .datum(RemoveOwnLearner.NEVER_VOTED)
        .filter("true"::equals)
        .isPresent();
  }

  @Override
  public About about() {
    return new About(
        "no own etcd process is left; the directory is not in etcd's path",
        "stops an etcd that a restart brought back; deletes the directory of a member that never voted,"
            + " else renames it into the archive",
        "that no member is on this disk, then the outcome",
        "it is deleted or archived then",
        "a missing directory is gone already",
        "the outcome is reported until the slot is free",
        "the directory belonged to a removed learner");
  }
}
