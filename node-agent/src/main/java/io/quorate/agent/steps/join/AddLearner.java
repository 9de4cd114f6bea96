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
import java.util.Optional;

/** Adds this node as a learner, once. */
final class AddLearner implements Step {
  static final String LEARNER = "learner";
  static final String ADDING = "adding";

  @Override
  public StepResult go(StepContext context) {
    Optional<Found> contact = ContactSearch.of(context);
    if (contact.isEmpty()) {
      return ContactSearch.none(context);
    }
    Optional<MemberId> known = context.progress().datum(LEARNER).map(MemberId::parse);
    if (known.isPresent()) {
      return contact.get().listing().member(known.get()).isPresent()
          ? new StepResult.Done()
          : new StepResult.Fail("learner " + known.get() + " was removed by somebody else");
    }
    Optional<MemberEntry> mine = contact.get().listing().at(context.self().endpoints().peerUrl());
    return mine.isPresent()
        ? found(context, contact.get(), mine.get())
        : add(context, contact.get());
  }

  private StepResult found(StepContext context, Found contact, MemberEntry entry) {
    if (entry.started()) {
      return new StepResult.Fail(
          "member "
              + entry.id()
              + " ("
              + entry.name()
              + ") has this node's peer URL "
              + entry.peerUrls()
              + " and was started");
    }
    if (entry.learner() && context.progress().datum(ADDING).isPresent()) {
      context.note(LEARNER, entry.id().toString());
      return new StepResult.Done();
    }
    return RemoveFormerMember.remove(context, contact, entry.id());
  }

  private StepResult add(StepContext context, Found contact) {
    context.note(ADDING, "true");
    Reply<MemberId> reply =
        context.etcd().addLearner(contact.endpoint(), context.self().endpoints().peerUrl());
    return switch (reply) {
      case Reply.Answered<MemberId> added -> {
        context.note(LEARNER, added.value().toString());
        yield new StepResult.Done();
      }
      case Reply.Unknown<MemberId> unknown -> new StepResult.Wait(unknown.words());
      case Reply.Refused<MemberId> no ->
          no.why() == Refusal.PEER_URL_EXISTS
              ? new StepResult.Look(no.words())
              : new StepResult.Wait(no.words());
    };
  }

  @Override
  public About about() {
    return new About(
        "an unstarted learner has the own peer URL, recorded under this instruction",
        "removes an unstarted entry of another add; adds the learner",
        "that it adds, before the call; the learner's id after it",
        "it is added then",
        "the unstarted learner with the own peer URL is taken as the own add",
        "the id is listed: the next step begins",
        "a late add leaves an unstarted learner: no vote, and the next join removes it first");
  }
}
