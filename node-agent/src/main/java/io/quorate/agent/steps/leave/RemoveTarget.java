package io.quorate.agent.steps.leave;

import io.quorate.agent.port.ListedMembers;
import io.quorate.agent.port.Reply;
import io.quorate.agent.steps.frame.ContactSearch.Found;
import io.quorate.agent.steps.frame.Step;
import io.quorate.agent.steps.frame.StepContext;
import io.quorate.agent.steps.frame.StepResult;
import io.quorate.agent.steps.join.RemoveFormerMember;
import io.quorate.command.Outcome;
import io.quorate.command.RemoveMember;
import io.quorate.state.MemberEntry;
import java.util.Optional;

/** The steps of removing a dead member through the own etcd. */
enum RemoveTarget implements Step {
  /** Looks whether it is listed. */
  CHECK {
    @Override
    StepResult on(StepContext context, RemoveMember remove, ListedMembers listing) {
      if (listing.answeredBy().equals(remove.target())) {
        return new StepResult.Fail("member " + remove.target() + " is this node's own");
      }
      Optional<String> stays = stays(remove, listing);
      if (stays.isPresent()) {
        return new StepResult.Fail("member " + remove.target() + " " + stays.get() + ": it stays");
      }
      return listing.member(remove.target()).isEmpty()
          ? new StepResult.Finish(Outcome.Result.DONE, remove.target() + " is not listed")
          : new StepResult.Done();
    }

    @Override
    public About about() {
      return new About(
          "the target is listed, and is not the own member",
          "nothing",
          "only the next step; DONE when it is not listed",
          "it looks again",
          "it looks again",
          "the next step begins",
          "it has no effect");
    }
  },
  /** Removes it. */
  REMOVE {
    @Override
    StepResult on(StepContext context, RemoveMember remove, ListedMembers listing) {
      if (listing.member(remove.target()).isEmpty()) {
        return new StepResult.Done();
      }
      Optional<String> stays = stays(remove, listing);
      if (stays.isPresent()) {
        return new StepResult.Fail("member " + remove.target() + " " + stays.get() + ": it stays");
      }
      String own = context.self().endpoints().clientUrl();
      return RemoveFormerMember.remove(context, new Found(own, listing), remove.target());
    }

    @Override
    public About about() {
      return new About(
          "the target is not listed; of the voters that remain a quorum answers",
          "removes it through the own etcd",
          "nothing before; then the next step",
          "it is removed then",
          "it is gone: the check finds that",
          "the next step begins",
          "the target is proven dead, and a member id is never given twice");
    }
  },
  /** Ends the instruction when it is gone. */
  CONFIRM {
    @Override
    StepResult on(StepContext context, RemoveMember remove, ListedMembers listing) {
      return listing.member(remove.target()).isEmpty()
          ? new StepResult.Finish(Outcome.Result.DONE, remove.target() + " is removed")
          : new StepResult.Fail(remove.target() + " is listed again: expected it to be gone");
    }

    @Override
    public About about() {
      return new About(
          "a linearizable member list lacks the target",
          "nothing",
          "the outcome DONE",
          "it looks again",
          "it looks again",
          "the outcome is reported until the slot is free",
          "it has no effect");
    }
  },
  /** Undo: a removal cannot be undone, so tells what became of it. */
  CONCLUDE {
    @Override
    StepResult on(StepContext context, RemoveMember remove, ListedMembers listing) {
      if (listing.member(remove.target()).isEmpty()) {
        return new StepResult.Finish(Outcome.Result.DONE, remove.target() + " is removed");
      }
      return StepResult.Finish.of(context.progress().undone());
    }

    @Override
    StepResult unanswered(StepContext context, String words) {
      return StepResult.Finish.unanswered(context.progress().undone(), words);
    }

    @Override
    public About about() {
      return new About(
          "whether the target is listed",
          "nothing",
          "the outcome: DONE when it is gone, else FAILED or CANCELLED",
          "it looks again",
          "it looks again",
          "the outcome is reported until the slot is free",
          "a removal that lands later still removes only the proven dead target");
    }
  };

  abstract StepResult on(StepContext context, RemoveMember remove, ListedMembers listing);

  /** What became of the target since the removal was decided, where that keeps it. */
  private static Optional<String> stays(RemoveMember remove, ListedMembers listing) {
    Optional<MemberEntry> target = listing.member(remove.target());
    if (remove.onlyUnstarted() && target.filter(MemberEntry::started).isPresent()) {
      return Optional.of("was started");
    }
    return remove.onlyLearner() && target.filter(entry -> !entry.learner()).isPresent()
        ? Optional.of("was promoted")
        : Optional.empty();
  }

  StepResult unanswered(StepContext context, String words) {
    return new StepResult.Wait(words);
  }

  @Override
  public StepResult go(StepContext context) {
    if (!(context.progress().command() instanceof RemoveMember remove)) {
      throw new IllegalStateException("step of a removal under " + context.progress());
    }
    Reply<ListedMembers> reply = context.etcd().list(context.self().endpoints().clientUrl());
    if (reply.answer().isEmpty()) {
      return unanswered(context, reply.words());
    }
    ListedMembers listing = reply.answer().get();
    return listing.clusterId().equals(remove.clusterId())
        ? on(context, remove, listing)
        : new StepResult.Finish(
            Outcome.Result.FAILED,
            "the own etcd is of cluster "
                + listing.clusterId()
                + ", expected "
                + remove.clusterId());
  }
}
