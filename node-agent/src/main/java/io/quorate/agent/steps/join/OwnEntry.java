package io.quorate.agent.steps.join;

import io.quorate.agent.port.ListedMembers;
import io.quorate.agent.steps.frame.ContactSearch;
import io.quorate.agent.steps.frame.ContactSearch.Found;
import io.quorate.agent.steps.frame.StepContext;
import io.quorate.agent.steps.frame.StepResult;
import io.quorate.command.Outcome;
import io.quorate.model.MemberId;
import io.quorate.state.MemberEntry;
import java.util.Optional;

/** What the cluster makes of the entry that this join added, looked up by a linearizable list. */
record OwnEntry(Found contact, Optional<MemberEntry> entry) {
  static Optional<OwnEntry> of(StepContext context) {
    return ContactSearch.of(context)
        .map(found -> new OwnEntry(found, find(context, found.listing())));
  }

  private static Optional<MemberEntry> find(StepContext context, ListedMembers listing) {
    Optional<MemberId> learner = context.progress().datum(AddLearner.LEARNER).map(MemberId::parse);
    if (learner.isPresent()) {
      return listing.member(learner.get());
    }
    return context.progress().datum(AddLearner.ADDING).isEmpty()
        ? Optional.empty()
        : listing
            .at(context.self().endpoints().peerUrl())
            .filter(entry -> entry.learner() && !entry.started());
  }

  boolean voter() {
    return entry.filter(e -> !e.learner()).isPresent();
  }

  static StepResult joined(OwnEntry own) {
    return new StepResult.Finish(
        Outcome.Result.DONE,
        "member " + own.entry().orElseThrow().id() + " is a voter: there is nothing to undo");
  }
}
