package io.quorate.agent.steps.leave;

import io.quorate.agent.steps.frame.ContactSearch.Found;
import io.quorate.agent.steps.frame.OwnMember;
import io.quorate.agent.steps.frame.Step;
import io.quorate.agent.steps.frame.StepContext;
import io.quorate.agent.steps.frame.StepResult;
import io.quorate.agent.steps.join.RemoveFormerMember;
import java.util.Optional;

/** Removes the own member while a quorum of the voters that remain answers (I2). */
final class RemoveOwnMember implements Step {
  @Override
  public StepResult go(StepContext context) {
    Optional<Found> found = OwnMember.anywhere(context);
    if (found.isEmpty()) {
      return OwnMember.nobody();
    }
    return OwnMember.listedBy(found.get(), context)
        ? RemoveFormerMember.remove(context, found.get(), OwnMember.id(context))
        : new StepResult.Done();
  }

  @Override
  public About about() {
    return new About(
        "the own member is listed; of the voters that remain a quorum answers",
        "removes the own member through the own etcd, or through another voter where that does not"
            + " answer",
        "nothing before; then the next step",
        "it is removed then",
        "it is gone: the check finds that",
        "the next step begins",
        "a member id is never given twice; an etcd that learns of its removal exits, and its data is"
            + " REMOVED");
  }
}
