package io.quorate.agent.steps.join;

import io.quorate.agent.steps.frame.ContactSearch;
import io.quorate.agent.steps.frame.ContactSearch.Found;
import io.quorate.agent.steps.frame.Step;
import io.quorate.agent.steps.frame.StepContext;
import io.quorate.agent.steps.frame.StepResult;
import io.quorate.command.Outcome;
import io.quorate.model.MemberId;
import io.quorate.state.MemberEntry;
import java.util.Optional;

/** Ends the join when the cluster lists this node as a voter. */
final class ConfirmJoin implements Step {
  @Override
  public StepResult go(StepContext context) {
    Optional<Found> contact = ContactSearch.of(context);
    if (contact.isEmpty()) {
      return ContactSearch.none(context);
    }
    MemberId id = MemberId.parse(context.progress().datum(AddLearner.LEARNER).orElseThrow());
    Optional<MemberEntry> entry = contact.get().listing().member(id);
    if (entry.isEmpty()) {
      return new StepResult.Fail("member " + id + " was removed by somebody else");
    }
    return entry.get().learner()
        ? new StepResult.Fail("member " + id + " is a learner again: expected a voter")
        : new StepResult.Finish(Outcome.Result.DONE, "member " + id + " is a voter");
  }

  @Override
  public About about() {
    return new About(
        "a linearizable member list shows the voter",
        "nothing",
        "the outcome DONE",
        "it looks again",
        "it looks again",
        "the outcome is reported until the slot is free",
        "it has no effect");
  }
}
