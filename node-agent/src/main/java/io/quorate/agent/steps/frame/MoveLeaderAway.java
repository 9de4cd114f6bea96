package io.quorate.agent.steps.frame;

import io.quorate.agent.port.ListedMembers;
import io.quorate.agent.port.Refusal;
import io.quorate.agent.port.Reply;
import io.quorate.agent.steps.frame.ContactSearch.Found;
import io.quorate.model.MemberId;
import io.quorate.state.MemberStatus;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Moves the leadership to the other voter that holds most of the log, so that no election timeout
 * passes without a leader when this member is removed or stops.
 */
public final class MoveLeaderAway implements Step {
  @Override
  public StepResult go(StepContext context) {
    Optional<Found> found = OwnMember.anywhere(context);
    if (found.isEmpty()) {
      return OwnMember.nobody();
    }
    if (!OwnMember.listedBy(found.get(), context)) {
      return new StepResult.Done();
    }
    MemberId id = OwnMember.id(context);
    if (!OwnMember.held(context)) {
      return new StepResult.Fail("this node's disk does not hold member " + id);
    }
    List<ListedMembers.Listed> others = OwnMember.others(found.get(), context);
    if (others.isEmpty()) {
      return new StepResult.Fail(
          "member " + id + " is the only voter: the last one never leaves or restarts");
    }
    Optional<MemberId> leader =
        context.etcd().status(found.get().endpoint()).answer().flatMap(MemberStatus::leader);
    if (leader.isEmpty()) {
      return new StepResult.Wait(found.get().endpoint() + " knows no leader");
    }
    return leader.get().equals(id) ? move(context, others) : new StepResult.Done();
  }

  private static StepResult move(StepContext context, List<ListedMembers.Listed> others) {
    List<String> urls = others.stream().flatMap(voter -> voter.clientUrls().stream()).toList();
    Map<String, Reply<MemberStatus>> replies = context.etcd().statuses(urls);
    List<MemberId> voters = others.stream().map(voter -> voter.entry().id()).toList();
    Optional<MemberStatus> next =
        replies.values().stream()
            .flatMap(reply -> reply.answer().stream())
            .filter(status -> voters.contains(status.memberId()))
            .max(
                Comparator.comparingLong(MemberStatus::raftIndex)
                    .thenComparing(MemberStatus::memberId));
    if (next.isEmpty()) {
      return new StepResult.Wait("no other voter answers that could lead: " + voters);
    }
    String own = context.self().endpoints().clientUrl();
    return switch (context.etcd().moveLeader(own, next.get().memberId())) {
      case Reply.Answered<MemberId> moved -> new StepResult.Look(moved.value() + " leads");
      case Reply.Unknown<MemberId> unknown -> new StepResult.Wait(unknown.words());
      case Reply.Refused<MemberId> no ->
          no.why() == Refusal.NOT_LEADER
              ? new StepResult.Look(no.words())
              : new StepResult.Wait(no.words());
    };
  }

  @Override
  public About about() {
    return new About(
        "the own member is listed, and leads; another voter answers",
        "moves the leadership to the other voter with the highest raft index",
        "nothing before; then the next step",
        "it is moved then",
        "another leads: the check finds that",
        "the next step begins",
        "any voter may lead");
  }
}
