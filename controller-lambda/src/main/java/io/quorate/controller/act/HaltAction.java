package io.quorate.controller.act;

import io.quorate.codec.Codecs;
import io.quorate.controller.decision.Halt;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.observe.ObserveResult;
import io.quorate.lease.HeldLease;
import io.quorate.lease.Leases;
import io.quorate.state.Condition;
import io.quorate.state.Phase;
import io.quorate.state.Status;
import io.quorate.store.Expect;
import io.quorate.store.Item;
import io.quorate.store.Keys;
import io.quorate.store.RecordStore;
import io.quorate.store.Table;
import io.quorate.store.Write;
import io.quorate.store.WriteResult;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Shows that a cluster is halted because a record cannot be read; says so once. */
final class HaltAction {

  private HaltAction() {}

  /** The same memory, halted for one reason; a reason that held before keeps its beginning. */
  static Status halted(Status read, Condition.Type type, String message, Instant now) {
    Instant since =
        read.conditions().stream()
            .filter(condition -> condition.type() == type)
            .map(Condition::since)
            .findFirst()
            .orElse(now);
    return read.showing(Phase.HALTED, List.of(new Condition(type, message, since)));
  }

  static CommitResult halt(
      RecordStore store, HeldLease lease, JournalWriter journal, ObserveResult.Halted unreadable) {
    Reason reason = Reason.of(unreadable.type().name(), unreadable.message());
    List<Write> parts = new ArrayList<>();
    parts.add(Leases.check(lease));
    if (unreadable.status().isPresent()) {
      Status read = unreadable.status().get();
      // The turns of this halt raise the token, too: proof of an older table is kept now or is
      // gone.
      Status next =
          halted(read, unreadable.type(), unreadable.message(), unreadable.at())
              .withTableRollback(read.tableRollback().or(unreadable::tableRollback));
      if (next.equals(read)) {
        return new CommitResult.Nothing();
      }
      parts.add(
          new Write.Put(
              new Item(Keys.status(lease.cluster()), Codecs.STATUS.write(next)),
              Expect.anything()));
    } else if (saidLast(store, lease, reason)) {
      return new CommitResult.Nothing();
    }
    parts.add(journal.entry(unreadable.at(), Halt.CODE, reason));
    return switch (store.transact(parts)) {
      case WriteResult.Written written -> new CommitResult.Noted();
      case WriteResult.Refused refused -> new CommitResult.Refused(refused.keys());
    };
  }

  private static boolean saidLast(RecordStore store, HeldLease lease, Reason reason) {
    return store.newest(Table.CLUSTERS, lease.cluster().value(), Keys.JOURNAL, 1).stream()
        .map(item -> Codecs.JOURNAL.read(item.attributes(), item.key().toString()))
        .anyMatch(
            entry ->
                entry.decision().equals(Halt.CODE) && entry.message().equals(reason.message()));
  }
}
