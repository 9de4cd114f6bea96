package io.quorate.agent.steps.leave;

import io.quorate.agent.port.ListedMembers;
import io.quorate.agent.port.Refusal;
import io.quorate.agent.port.Reply;
import io.quorate.agent.steps.frame.Step;
import io.quorate.agent.steps.frame.StepContext;
import io.quorate.agent.steps.frame.StepResult;
import io.quorate.command.Outcome;
import io.quorate.command.SetPeerUrl;
import io.quorate.model.MemberId;
import io.quorate.state.MemberEntry;
import java.util.List;
import java.util.Optional;

/** The steps of setting a voter's peer URL back. */
enum PeerUrlStep implements Step {
  /** Looks where it is listed. */
  CHECK {
    @Override
    StepResult on(StepContext context, SetPeerUrl set, ListedMembers listing) {
      return isSet(set, listing)
          ? done(set)
          : hindrance(set, listing)
              .<StepResult>map(StepResult.Fail::new)
              .orElseGet(StepResult.Done::new);
    }

    @Override
    public About about() {
      return new About(
          "the target is listed as a voter, and nobody else is listed at the URL",
          "nothing",
          "only the next step; DONE when it is listed at the URL",
          "it looks again",
          "it looks again",
          "the next step begins",
          "it has no effect");
    }
  },
  /** Sets it. */
  SET {
    @Override
    StepResult on(StepContext context, SetPeerUrl set, ListedMembers listing) {
      if (isSet(set, listing)) {
        return new StepResult.Done();
      }
      Optional<String> hindrance = hindrance(set, listing);
      if (hindrance.isPresent()) {
        return new StepResult.Fail(hindrance.get());
      }
      String own = context.self().endpoints().clientUrl();
      return switch (context.etcd().updatePeerUrl(own, set.target(), set.peerUrl())) {
        case Reply.Answered<MemberId> done -> new StepResult.Look("set " + set.target());
        case Reply.Unknown<MemberId> unknown -> new StepResult.Wait(unknown.words());
        case Reply.Refused<MemberId> no ->
            no.why() == Refusal.MEMBER_NOT_FOUND || no.why() == Refusal.PEER_URL_EXISTS
                ? new StepResult.Look(no.words())
                : new StepResult.Wait(no.words());
      };
    }

    @Override
    public About about() {
      return new About(
          "the target is a voter, is not listed at the URL, and nobody else is",
          "sets its peer URL through the own etcd",
          "nothing before; then the next step",
          "it is set then",
          "it is listed at the URL: the check finds that",
          "the next step begins",
          "the target's own agent listens at the URL as long as the member lives; of one that was"
              + " removed etcd says MEMBER_NOT_FOUND, and a voter never becomes a learner");
    }
  },
  /** Ends the instruction when it is listed at the URL. */
  CONFIRM {
    @Override
    StepResult on(StepContext context, SetPeerUrl set, ListedMembers listing) {
      return isSet(set, listing)
          ? done(set)
          : new StepResult.Fail(
              "member "
                  + set.target()
                  + " is listed at "
                  + urls(set, listing)
                  + " again: expected "
                  + set.peerUrl());
    }

    @Override
    public About about() {
      return new About(
          "a linearizable member list has the target at the URL",
          "nothing",
          "the outcome DONE",
          "it looks again",
          "it looks again",
          "the outcome is reported until the slot is free",
          "it has no effect");
    }
  },
  /** Undo: the URL is right wherever it was set, so tells what became of it. */
  CONCLUDE {
    @Override
    StepResult on(StepContext context, SetPeerUrl set, ListedMembers listing) {
      return isSet(set, listing) ? done(set) : StepResult.Finish.of(context.progress().undone());
    }

    @Override
    StepResult unanswered(StepContext context, String words) {
      return StepResult.Finish.unanswered(context.progress().undone(), words);
    }

    @Override
    public About about() {
      return new About(
          "whether the target is listed at the URL",
          "nothing",
          "the outcome: DONE when it is, else FAILED or CANCELLED",
          "it looks again",
          "it looks again",
          "the outcome is reported until the slot is free",
          "one that lands later still sets the URL at which the target listens");
    }
  };

  abstract StepResult on(StepContext context, SetPeerUrl set, ListedMembers listing);

  StepResult unanswered(StepContext context, String words) {
    return new StepResult.Wait(words);
  }

  private static StepResult done(SetPeerUrl set) {
    return new StepResult.Finish(
        Outcome.Result.DONE, "member " + set.target() + " is listed at " + set.peerUrl());
  }

  private static boolean isSet(SetPeerUrl set, ListedMembers listing) {
    return urls(set, listing).equals(List.of(set.peerUrl()));
  }

  private static List<String> urls(SetPeerUrl set, ListedMembers listing) {
    return listing.member(set.target()).map(MemberEntry::peerUrls).orElse(List.of());
  }

  /** Why it cannot be set, or must not. */
  private static Optional<String> hindrance(SetPeerUrl set, ListedMembers listing) {
    Optional<MemberEntry> target = listing.member(set.target());
    if (target.isEmpty()) {
      return Optional.of("member " + set.target() + " is not listed");
    }
    if (target.get().learner()) {
      return Optional.of(
          "member " + set.target() + " is a learner: etcd may make it a voter with another URL");
    }
    return listing
        .at(set.peerUrl())
        .filter(other -> !other.id().equals(set.target()))
        .map(other -> "member " + other.id() + " is listed at " + set.peerUrl());
  }

  @Override
  public StepResult go(StepContext context) {
    if (!(context.progress().command() instanceof SetPeerUrl set)) {
      throw new IllegalStateException("step of a peer URL under " + context.progress());
    }
    Reply<ListedMembers> reply = context.etcd().list(context.self().endpoints().clientUrl());
    if (reply.answer().isEmpty()) {
      return unanswered(context, reply.words());
    }
    ListedMembers listing = reply.answer().get();
    return listing.clusterId().equals(set.clusterId())
        ? on(context, set, listing)
        : new StepResult.Finish(
            Outcome.Result.FAILED,
            "the own etcd is of cluster " + listing.clusterId() + ", expected " + set.clusterId());
  }
}
