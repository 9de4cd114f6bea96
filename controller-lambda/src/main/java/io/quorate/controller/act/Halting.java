package io.quorate.controller.act;

import io.quorate.codec.JournalEntryCodec;
import io.quorate.codec.StatusCodec;
import io.quorate.controller.observe.Sight;
import io.quorate.controller.plan.Reason;
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
final class Halting {
  static final String DECISION = "Halt";

  private Halting() {}

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

  static Acted halt(RecordStore store, HeldLease lease, Journal journal, Sight.Halted sight) {
    Reason reason = Reason.of(sight.type().name(), sight.message());
    List<Write> parts = new ArrayList<>();
    parts.add(new Leases(store).check(lease));
    if (sight.status().isPresent()) {
      Status read = sight.status().get();
      // The turns of this halt raise the token, too: proof of an older table is kept now or is
      // gone.
      Status next =
          halted(read, sight.type(), sight.message(), sight.at())
              .withOlderTable(read.olderTable().or(sight::olderTable));
      if (next.equals(read)) {
        return new Acted.Nothing();
      }
      parts.add(
          new Write.Put(
              new Item(Keys.status(lease.cluster()), StatusCodec.write(next)), Expect.anything()));
    } else if (saidLast(store, lease, reason)) {
      return new Acted.Nothing();
    }
    parts.add(journal.entry(sight.at(), DECISION, reason));
    return switch (store.transact(parts)) {
      case WriteResult.Written written -> new Acted.Noted();
      case WriteResult.Refused refused -> new Acted.Refused(refused.keys());
    };
  }

  private static boolean saidLast(RecordStore store, HeldLease lease, Reason reason) {
    return store.newest(Table.CLUSTERS, lease.cluster().value(), Keys.JOURNAL, 1).stream()
        .map(item -> JournalEntryCodec.read(item.attributes(), item.key().toString()))
        .anyMatch(
            entry -> entry.decision().equals(DECISION) && entry.message().equals(reason.message()));
  }
}
