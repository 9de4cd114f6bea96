package io.quorate.agent.steps.frame;

import io.quorate.agent.port.EtcdApi;
import io.quorate.agent.port.ListedMembers;
import io.quorate.agent.port.Reply;
import io.quorate.agent.steps.frame.ContactSearch.Found;
import io.quorate.model.MemberId;
import io.quorate.state.MemberStatus;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Whether the voters that remain when one is removed are a quorum of themselves that answers now
 * (I2). The controller decided on heartbeat rows, which may be as old as an outage of the store.
 * etcd's own check does not help: it counts a machine that hangs as connected for minutes.
 */
public final class RemainingQuorum {
  private RemainingQuorum() {}

  /**
   * Why the member must stay for now; empty where it may be removed. A learner may always be.
   *
   * @param contact an endpoint that has just answered, and its list
   */
  public static Optional<String> missing(EtcdApi etcd, Found contact, MemberId leaving) {
    ListedMembers listing = contact.listing();
    if (listing.member(leaving).filter(member -> !member.learner()).isEmpty()) {
      return Optional.empty();
    }
    List<ListedMembers.Listed> remaining =
        listing.members().stream()
            .filter(member -> !member.entry().learner() && !member.entry().id().equals(leaving))
            .toList();
    List<String> urls = remaining.stream().flatMap(voter -> voter.clientUrls().stream()).toList();
    Map<String, Reply<MemberStatus>> replies = etcd.statuses(urls);
    List<MemberId> silent =
        remaining.stream()
            .filter(voter -> !answers(voter, replies))
            .map(voter -> voter.entry().id())
            .toList();
    int answering = remaining.size() - silent.size();
    return answering * 2 > remaining.size()
        ? Optional.empty()
        : Optional.of(
            "member "
                + leaving
                + " stays for now: of the "
                + remaining.size()
                + " voters that would remain only "
                + answering
                + " answer, and "
                + (remaining.size() / 2 + 1)
                + " are a quorum; silent: "
                + silent);
  }

  private static boolean answers(
      ListedMembers.Listed voter, Map<String, Reply<MemberStatus>> replies) {
    return voter.clientUrls().stream()
        .flatMap(url -> Optional.ofNullable(replies.get(url)).stream())
        .flatMap(reply -> reply.answer().stream())
        .anyMatch(status -> status.memberId().equals(voter.entry().id()));
  }
}
