package io.quorate.controller.reconcile;

import io.quorate.codec.Codecs;
import io.quorate.codec.UnreadableRecordException;
import io.quorate.controller.act.JournalWriter;
import io.quorate.controller.decision.Reason;
import io.quorate.lease.HeldLease;
import io.quorate.lease.Leases;
import io.quorate.model.ClusterName;
import io.quorate.state.Lineage;
import io.quorate.state.Pause;
import io.quorate.state.SpecRecord;
import io.quorate.store.Expect;
import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.Notice;
import io.quorate.store.RecordStore;
import io.quorate.store.Write;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Pauses a cluster by an operator's word, or ends that.
 *
 * <ol>
 *   <li>Takes the lease: no turn that read the record before can write after, because its token is
 *       older. So nothing begins once the command has ended.
 *   <li>Writes the pause beside the spec, and says so in the journal.
 * </ol>
 */
public final class PauseCluster {
  private final RecordStore store;
  private final InstantSource clock;
  private final Supplier<String> nonces;

  /** Pauses through this store. */
  public PauseCluster(RecordStore store, InstantSource clock, Supplier<String> nonces) {
    this.store = store;
    this.clock = clock;
    this.nonces = nonces;
  }

  /** Pauses a cluster that is there. */
  public PauseResult pause(ClusterName cluster, String by, String reason) {
    return change(cluster, Optional.of(new Pause(clock.instant(), by, reason)), by);
  }

  /** Ends the pause that the command began. */
  public PauseResult unpause(ClusterName cluster, String by) {
    return change(cluster, Optional.empty(), by);
  }

  private PauseResult change(ClusterName cluster, Optional<Pause> pause, String by) {
    if (deleted(cluster)) {
      return new PauseResult.Deleted();
    }
    Leases leases = new Leases(store);
    Instant now = clock.instant();
    return leases.under(
        leases.take(cluster, nonces.get(), now, Turn.LEASE),
        new PauseResult.Busy(),
        lease -> under(lease, pause, by, now));
  }

  private PauseResult under(HeldLease lease, Optional<Pause> pause, String by, Instant now) {
    SpecRecord before = spec(lease.cluster());
    if (before.pausedByCommand().isPresent() == pause.isPresent()) {
      return new PauseResult.Unchanged(before.pauses());
    }
    SpecRecord after = before.pausedBy(pause);
    List<Write> parts =
        List.of(
            Leases.check(lease),
            new Write.Put(
                new Item(Keys.spec(lease.cluster()), Codecs.SPEC.write(after)),
                Expect.is("version", before.version())),
            new JournalWriter(lease.cluster(), lease.token())
                .entry(now, pause.isPresent() ? "Pause" : "Unpause", reason(pause, by)));
    return store.transact(Notice.with(lease.cluster(), parts)).written()
        ? new PauseResult.Done(after.pauses())
        : new PauseResult.Busy();
  }

  private static Reason reason(Optional<Pause> pause, String by) {
    return pause
        .map(begun -> Reason.of("PAUSED", by + " pauses the cluster: " + begun.reason()))
        .orElseGet(() -> Reason.of("UNPAUSED", by + " ends the pause"));
  }

  private SpecRecord spec(ClusterName cluster) {
    Key key = Keys.spec(cluster);
    return read(key)
        .map(at -> Codecs.SPEC.read(at, key.toString()))
        .orElseThrow(() -> new UnreadableRecordException(key + " is missing", null));
  }

  private boolean deleted(ClusterName cluster) {
    Key key = Keys.lineage(cluster);
    return read(key)
        .map(at -> Codecs.LINEAGE.read(at, key.toString()))
        .filter(lineage -> lineage.state() == Lineage.State.DELETED)
        .isPresent();
  }

  private Optional<Map<String, Object>> read(Key key) {
    return Optional.ofNullable(store.read(List.of(key)).get(key)).map(Item::attributes);
  }
}
