package io.quorate.agent.steps.restart;

import io.quorate.agent.port.ListedMembers;
import io.quorate.agent.port.Reply;
import io.quorate.agent.steps.frame.Step;
import io.quorate.agent.steps.frame.StepContext;
import io.quorate.agent.steps.frame.StepResult;
import io.quorate.command.Outcome;
import io.quorate.command.RestartMember;
import io.quorate.spec.StartSettings;
import java.util.Optional;

/** Waits until the own etcd has caught up and proves a quorum. */
final class ConfirmRestart implements Step {
  private static final long STARTS_MAX = 4;

  @Override
  public StepResult go(StepContext context) {
    RestartMember restart = RestartProgram.restart(context);
    Reply<ListedMembers> reply = context.etcd().list(context.self().endpoints().clientUrl());
    if (own(reply, restart).isEmpty()) {
      return crashLoop(context)
          .<StepResult>map(StepResult.Fail::new)
          .orElseGet(
              () ->
                  new StepResult.Wait(
                      reply.answer().isPresent()
                          ? "another etcd answers at the own address"
                          : reply.words()));
    }
    if (!RestartProgram.runsRelease(context)) {
      return new StepResult.Fail(
          "etcd serves with release "
              + context.journal().runs().release().map(Object::toString).orElse("unknown")
              + ", expected "
              + restart.release().map(Object::toString).orElse("any"));
    }
    if (!RestartProgram.startedSince(context)) {
      return new StepResult.Fail("etcd serves, but was not restarted");
    }
    Optional<String> with = context.journal().runs().settings();
    return RestartProgram.taken(context)
            || with.equals(context.journal().spec().map(StartSettings::of))
        ? new StepResult.Finish(
            Outcome.Result.DONE, restart.member() + " serves with the settings of the spec")
        : new StepResult.Fail(
            "etcd serves, but was started with "
                + with.orElse("what nobody knows")
                + ", expected "
                + restart.settings());
  }

  private static Optional<ListedMembers> own(Reply<ListedMembers> reply, RestartMember restart) {
    return reply
        .answer()
        .filter(list -> list.clusterId().equals(restart.clusterId()))
        .filter(list -> list.answeredBy().equals(restart.member()));
  }

  /** Whether the own etcd serves, with whatever it was started. */
  static boolean serves(StepContext context) {
    return own(
            context.etcd().list(context.self().endpoints().clientUrl()),
            RestartProgram.restart(context))
        .isPresent();
  }

  /** That etcd ended again and again since this restart; empty while it did not. */
  static Optional<String> crashLoop(StepContext context) {
    long before = context.progress().datum(StartAgain.STARTS).map(Long::parseLong).orElse(0L);
    long starts = context.journal().runs().starts() - before;
    return starts < STARTS_MAX
        ? Optional.empty()
        : Optional.of(
            "etcd was started "
                + starts
                + " times and does not serve: "
                + context.control().lastExit().orElse("no exit was seen"));
  }

  @Override
  public About about() {
    return new About(
        "a linearizable read and the member list through the own etcd are answered",
        "nothing",
        "the outcome DONE",
        "it looks again",
        "it looks again",
        "the outcome is reported until the slot is free",
        "it has no effect");
  }
}
