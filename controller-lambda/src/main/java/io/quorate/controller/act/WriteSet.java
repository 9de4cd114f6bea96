package io.quorate.controller.act;

import io.quorate.codec.Codecs;
import io.quorate.command.CommandKind;
import io.quorate.controller.decision.Reason;
import io.quorate.lease.Leases;
import io.quorate.state.FleetEntry;
import io.quorate.state.Status;
import io.quorate.store.Expect;
import io.quorate.store.FleetHealth;
import io.quorate.store.Item;
import io.quorate.store.Keys;
import io.quorate.store.Notice;
import io.quorate.store.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The one transaction of a decision, as a list of writes; nothing is written here. From its start
 * it holds the check on the lease, and a check on the state of every heartbeat that the plan rests
 * on.
 */
final class WriteSet {
  private final TurnContext context;
  private final List<Write> parts = new ArrayList<>();

  WriteSet(TurnContext context) {
    this.context = context;
    parts.add(Leases.check(context.lease()));
    context
        .plan()
        .heartbeatEvidence()
        .forEach(
            (instance, state) ->
                parts.add(
                    new Write.Check(
                        Keys.node(context.view().cluster(), instance),
                        Expect.all(
                            Expect.is("incarnationNonce", state.incarnationNonce()),
                            Expect.is("stateVersion", state.stateVersion())))));
  }

  /** Adds parts. */
  WriteSet with(List<Write> more) {
    parts.addAll(more);
    return this;
  }

  /**
   * Adds the plan's status, and the fleet entry if the cluster's health changed with it; and what
   * was observed at the nodes, which that status counts as reported.
   */
  WriteSet withStatus() {
    for (Reason observed : context.plan().seen()) {
      parts.add(
          context.journal().entry(context.view().observedAt(), JournalWriter.OBSERVED, observed));
    }
    return withStatus(context.plan().status());
  }

  /** Adds this status, and the fleet entry if the cluster's health changed with it. */
  WriteSet withStatus(Status status) {
    parts.add(
        new Write.Put(
            new Item(Keys.status(context.view().cluster()), Codecs.STATUS.write(status)),
            Expect.anything()));
    parts.addAll(health(context, status));
    return this;
  }

  /** Adds a journal entry about the plan's decision, with this reason. */
  WriteSet journalled(Reason reason) {
    parts.add(
        context
            .journal()
            .entry(context.view().observedAt(), context.plan().decision().code(), reason));
    return this;
  }

  /** What is to be written, all or nothing; the agents' notice with it, where it concerns them. */
  List<Write> parts() {
    return Notice.with(context.view().cluster(), List.copyOf(parts));
  }

  /** What brings the fleet's line up to date, and its shard, where the fleet was looked at. */
  static List<Write> health(TurnContext context, Status next) {
    return context
        .seen()
        .entry()
        .<List<Write>>flatMap(
            entry -> {
              FleetEntry showing = showing(context, entry, next);
              return showing.equals(entry)
                  ? Optional.empty()
                  : Optional.of(
                      context.seen().shards()
                          ? List.of(put(entry, showing), FleetHealth.telling(showing))
                          : List.of(put(entry, showing)));
            })
        .orElse(List.of());
  }

  private static FleetEntry showing(TurnContext context, FleetEntry entry, Status next) {
    return switch (next.phase()) {
      case HEALTHY -> entry.showing(true, context.view().observedAt());
      case DEGRADED, UNSEEN, NO_QUORUM, HALTED -> entry.showing(false, context.view().observedAt());
      case CHANGING -> removes(next) ? entry.showing(false, context.view().observedAt()) : entry;
      // A bootstrap, or a cluster that is to have no member, says nothing about the observer.
      case WAITING_FOR_NODES, BOOTSTRAPPING, HIBERNATED -> entry;
    };
  }

  /**
   * Whether a member is removed that did not leave by itself: it was called dead in the turn that
   * saw it first, so that the cluster was never seen degraded. Other changes somebody wants.
   */
  private static boolean removes(Status next) {
    return next.operation().filter(open -> open.kind() == CommandKind.REMOVE_MEMBER).isPresent();
  }

  private static Write put(FleetEntry read, FleetEntry next) {
    return new Write.Put(
        new Item(Keys.fleet(next.name()), Codecs.FLEET.write(next)),
        Expect.all(Expect.is("uid", read.uid().value()), Expect.is("group", read.group())));
  }
}
