package io.quorate.agent.steps.join;

import io.quorate.agent.execution.DataVerdict;
import io.quorate.agent.execution.JournalMember;
import io.quorate.agent.execution.LaunchFactory;
import io.quorate.agent.port.DataDisk;
import io.quorate.agent.steps.frame.ContactSearch;
import io.quorate.agent.steps.frame.Step;
import io.quorate.agent.steps.frame.StepContext;
import io.quorate.agent.steps.frame.StepResult;
import io.quorate.state.DataState;
import java.util.Optional;

/** Undo: removes the learner that this join added, while it is still a learner. */
final class RemoveOwnLearner implements Step {
  @Override
  public StepResult go(StepContext context) {
    if (context.progress().datum(AddLearner.ADDING).isEmpty() || context.generationOver()) {
      return new StepResult.Done();
    }
    Optional<OwnEntry> own = OwnEntry.of(context);
    if (own.isEmpty()) {
      return ContactSearch.none(context);
    }
    if (own.get().entry().isEmpty()) {
      return new StepResult.Done();
    }
    return own.get().voter()
        ? keep(context, own.get())
        : RemoveFormerMember.remove(
            context, own.get().contact(), own.get().entry().orElseThrow().id());
  }

  private StepResult keep(StepContext context, OwnEntry own) {
    context.journal().usableMember().ifPresent(member -> serveOrLose(context, member));
    return OwnEntry.joined(own);
  }

  /** A voter without data: the disk was set back to before its etcd first ran (I11). */
  private static void serveOrLose(StepContext context, JournalMember member) {
    if (context.disk().inspect(member.directory()) instanceof DataDisk.View.Holds) {
      context.control().run(LaunchFactory.existing(context.self(), member, context.settings()));
      return;
    }
    DataVerdict lost =
        new DataVerdict(
            DataState.LOST,
            "directory "
                + member.directory()
                + " holds nothing, but member "
                + member.identity().memberId()
                + " is a voter: the disk was set back");
    context.journalStore().change(edit -> edit.verdict(lost));
  }

  @Override
  public About about() {
    return new About(
        "the learner of this join is not listed, or its generation is over",
        "removes it through a contact; a voter is started again and the join is DONE",
        "nothing before; then the next step",
        "it is removed then",
        "it is gone: the check finds that",
        "the next step begins",
        "a member id is never given twice");
  }
}
