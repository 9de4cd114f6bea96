package io.quorate.agent.steps.join;

import io.quorate.agent.execution.JournalMember;
import io.quorate.agent.port.Refusal;
import io.quorate.agent.port.Reply;
import io.quorate.agent.steps.frame.ContactSearch;
import io.quorate.agent.steps.frame.ContactSearch.Found;
import io.quorate.agent.steps.frame.RemainingQuorum;
import io.quorate.agent.steps.frame.Step;
import io.quorate.agent.steps.frame.StepContext;
import io.quorate.agent.steps.frame.StepResult;
import io.quorate.model.MemberId;
import java.util.Optional;

/** Has the own former member removed by the cluster, before anything of it is touched (I2). */
public final class RemoveFormerMember implements Step {
  @Override
  public StepResult go(StepContext context) {
    Optional<MemberId> former = ContactSearch.join(context).formerMember();
    Optional<JournalMember> usable = context.journal().usableMember();
    if (usable.isPresent()) {
      return new StepResult.Fail(
          "this node's member "
              + usable.get().identity().memberId()
              + " is usable: it is not replaced by its own node");
    }
    if (former.isEmpty()) {
      return new StepResult.Done();
    }
    Optional<Found> contact = ContactSearch.of(context);
    if (contact.isEmpty()) {
      return ContactSearch.none(context);
    }
    if (contact.get().listing().member(former.get()).isEmpty()) {
      return new StepResult.Done();
    }
    return remove(context, contact.get(), former.get());
  }

  /** Removes a member through a contact, once the others are a quorum without it. */
  public static StepResult remove(StepContext context, Found contact, MemberId member) {
    Optional<String> missing = RemainingQuorum.missing(context.etcd(), contact, member);
    if (missing.isPresent()) {
      return new StepResult.Wait(missing.get());
    }
    Reply<MemberId> reply = context.etcd().remove(contact.endpoint(), member);
    return switch (reply) {
      case Reply.Answered<MemberId> done -> new StepResult.Look("removed " + member);
      case Reply.Unknown<MemberId> unknown -> new StepResult.Wait(unknown.words());
      case Reply.Refused<MemberId> no ->
          no.why() == Refusal.MEMBER_NOT_FOUND
              ? new StepResult.Look(member + " is gone")
              : new StepResult.Wait(no.words());
    };
  }

  @Override
  public About about() {
    return new About(
        "own data is unusable; the former member is not listed; of the voters that remain a quorum"
            + " answers",
        "removes the former member through a contact",
        "nothing before; then the next step",
        "nothing happened: it is looked up again",
        "the member is gone: the check finds that",
        "the next step begins",
        "a member id is never given twice: removing it again is MEMBER_NOT_FOUND");
  }
}
