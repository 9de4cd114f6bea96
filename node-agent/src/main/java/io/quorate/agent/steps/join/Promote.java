package io.quorate.agent.steps.join;

import io.quorate.agent.port.Refusal;
import io.quorate.agent.port.Reply;
import io.quorate.agent.steps.frame.ContactSearch;
import io.quorate.agent.steps.frame.ContactSearch.Found;
import io.quorate.agent.steps.frame.Step;
import io.quorate.agent.steps.frame.StepContext;
import io.quorate.agent.steps.frame.StepResult;
import io.quorate.model.MemberId;
import io.quorate.state.MemberEntry;
import java.util.List;
import java.util.Optional;

/**
 * Makes the learner a voter. It looks at the lag once more, for it may have been a while since the
 * learner caught up: a crash, or calls that failed.
 */
final class Promote implements Step {
  @Override
  public StepResult go(StepContext context) {
    Optional<Found> contact = ContactSearch.of(context);
    if (contact.isEmpty()) {
      return ContactSearch.none(context);
    }
    MemberId id = MemberId.parse(context.progress().datum(AddLearner.LEARNER).orElseThrow());
    Optional<MemberEntry> entry = contact.get().listing().member(id);
    if (entry.isEmpty()) {
      return new StepResult.Fail("learner " + id + " was removed by somebody else");
    }
    if (!entry.get().learner()) {
      return new StepResult.Done();
    }
    // It has just answered with a quorum: it knows all that was committed by then.
    List<String> informed = List.of(contact.get().endpoint());
    return LearnerLag.tooFar(context, informed)
        .orElseGet(() -> promote(context, ContactSearch.leaderOr(context, contact.get()), id));
  }

  /**
   * A leader that is one no more leaves the call without an answer: the next look finds another.
   */
  private static StepResult promote(StepContext context, Found asked, MemberId id) {
    return switch (context.etcd().promote(asked.endpoint(), id)) {
      case Reply.Answered<MemberId> done -> new StepResult.Look("promoted " + id);
      case Reply.Unknown<MemberId> unknown -> new StepResult.Wait(unknown.words());
      case Reply.Refused<MemberId> no ->
          no.why() == Refusal.NOT_A_LEARNER
              ? new StepResult.Look(no.words())
              : new StepResult.Wait(no.words());
    };
  }

  @Override
  public About about() {
    return new About(
        "the member is listed as a voter, or trails by more than lagLimit",
        "asks the leader to promote it, or a contact where the leader does not answer",
        "nothing before; then the next step",
        "it is promoted then",
        "it is a voter: the check finds that",
        "the next step begins",
        "etcd promotes only a learner of this id that is in sync; a removed id is refused");
  }
}
