package io.quorate.agent.steps.leave;

import io.quorate.agent.execution.JournalMember;
import io.quorate.agent.steps.frame.OwnMember;
import io.quorate.agent.steps.frame.Step;
import io.quorate.agent.steps.frame.StepContext;
import io.quorate.agent.steps.frame.StepResult;
import io.quorate.command.Outcome;
import io.quorate.model.MemberId;
import java.util.Optional;

/** Puts the directory of the member that left out of etcd's path, and ends the instruction. */
final class ArchiveLeftDirectory implements Step {
  @Override
  public StepResult go(StepContext context) {
    MemberId id = OwnMember.id(context);
    Optional<JournalMember> member = OwnMember.journalled(context);
    if (member.isPresent()) {
      context.control().stop();
      if (!context.control().stopped()) {
        return new StepResult.Wait("the etcd that left is stopping");
      }
      String directory = member.get().directory();
      if (!directory.isEmpty()) {
        if (context.disk().inUse(directory)) {
          return new StepResult.Wait("a living etcd holds " + directory);
        }
        context.disk().archive(directory);
      }
      context.journalStore().change(edit -> edit.memberGone().prepared(Optional.empty()));
    }
    return new StepResult.Finish(
        Outcome.Result.DONE, "member " + id + " left; its directory is archived");
  }

  @Override
  public About about() {
    return new About(
        "no own etcd process is left; the directory is not in etcd's path",
        "stops an etcd that a restart brought back; renames the directory into the archive",
        "that no member is on this disk, then the outcome DONE",
        "it is archived then",
        "a missing directory is archived already",
        "the outcome is reported until the slot is free",
        "the directory belonged to a removed member");
  }
}
