package io.quorate.agent.steps.restart;

import io.quorate.agent.port.ListedMembers;
import io.quorate.agent.port.Reply;
import io.quorate.agent.steps.frame.ContactSearch.Found;
import io.quorate.agent.steps.frame.OwnMember;
import io.quorate.agent.steps.frame.Step;
import io.quorate.agent.steps.frame.StepContext;
import io.quorate.agent.steps.frame.StepResult;
import io.quorate.state.MemberStatus;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Stops the own etcd, whose member stays listed, while the others are a quorum without it (I2). */
final class StopToRestart implements Step {
  @Override
  public StepResult go(StepContext context) {
    if (RestartProgram.taken(context) || context.control().stopped()) {
      return new StepResult.Done();
    }
    Optional<StepResult> needed = needed(context);
    if (needed.isPresent()) {
      return needed.get();
    }
    context.control().stop();
    return new StepResult.Wait("etcd is stopping");
  }

  /** Why the own etcd must not stop; empty while the others that answer are a quorum of all. */
  static Optional<StepResult> needed(StepContext context) {
    Optional<Found> found = OwnMember.anywhere(context);
    if (found.isEmpty()) {
      return Optional.of(OwnMember.nobody());
    }
    if (!OwnMember.listedBy(found.get(), context)) {
      return Optional.of(new StepResult.Fail("member " + OwnMember.id(context) + " is not listed"));
    }
    List<ListedMembers.Listed> others = OwnMember.others(found.get(), context);
    List<String> silent = silent(context, others);
    int voters = others.size() + 1;
    return (others.size() - silent.size()) * 2 > voters
        ? Optional.empty()
        : Optional.of(
            new StepResult.Wait(
                "etcd stays for now: of the "
                    + others.size()
                    + " other voters these do not answer: "
                    + silent
                    + ", and "
                    + (voters / 2 + 1)
                    + " are a quorum"));
  }

  private static List<String> silent(StepContext context, List<ListedMembers.Listed> others) {
    Map<String, Reply<MemberStatus>> replies =
        context
            .etcd()
            .statuses(others.stream().flatMap(voter -> voter.clientUrls().stream()).toList());
    return others.stream()
        .filter(voter -> !answers(voter, replies))
        .map(voter -> voter.entry().id().toString())
        .toList();
  }

  /** Whether it answers and follows a leader: one that has not found its peers carries nobody. */
  private static boolean answers(
      ListedMembers.Listed voter, Map<String, Reply<MemberStatus>> replies) {
    return voter.clientUrls().stream()
        .flatMap(url -> Optional.ofNullable(replies.get(url)).stream())
        .flatMap(reply -> reply.answer().stream())
        .anyMatch(
            status -> status.memberId().equals(voter.entry().id()) && status.leader().isPresent());
  }

  @Override
  public About about() {
    return new About(
        "etcd was not started with these settings yet; the others that answer are a quorum of all",
        "SIGTERM, after stopGrace SIGKILL",
        "nothing before; then the next step",
        "etcd may still run: it is stopped",
        "etcd is stopped, or was started with the settings by the next agent: the check finds that",
        "the next step begins",
        "the others are asked again just before: it stops for one start");
  }
}
