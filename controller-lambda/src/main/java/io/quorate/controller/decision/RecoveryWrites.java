package io.quorate.controller.decision;

import io.quorate.codec.Codecs;
import io.quorate.controller.view.ClusterView;
import io.quorate.recovery.Recovery;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.store.Expect;
import io.quorate.store.Expiry;
import io.quorate.store.Item;
import io.quorate.store.Keys;
import io.quorate.store.Write;

/** Writes of the record of a recovery, and of the catalogue's line about its source. */
final class RecoveryWrites {
  private RecoveryWrites() {}

  /** Replaces the recovery that was read, and only that one. */
  static Write replace(ClusterView view, Recovery next) {
    Expect asRead =
        view.records()
            .recovery()
            .map(
                read ->
                    Expect.all(
                        Expect.is("recoveryId", read.id()),
                        Expect.is("recoveryState", read.state().name()),
                        Expect.is("token", read.token().value())))
            .orElseGet(Expect::noRecord);
    return new Write.Put(
        new Item(Keys.recovery(view.cluster()), Codecs.RECOVERY.write(next)), asRead);
  }

  /** Writes a line of the catalogue, while the snapshot may be used. */
  static Write catalogue(ClusterView view, SnapshotRecord next) {
    return new Write.Put(
        new Item(Keys.snapshot(view.cluster(), next.id()), Codecs.SNAPSHOT.write(next)),
        view.records().snapshots().stream().anyMatch(line -> line.id().equals(next.id()))
            ? usable()
            : Expect.any(Expiry.goneOrNone(), usable()));
  }

  /** Demands that the source may still be used. */
  static Write usable(ClusterView view, Recovery recovery) {
    return new Write.Check(
        Keys.snapshot(view.cluster(), recovery.source().orElseThrow().snapshot()), usable());
  }

  private static Expect usable() {
    return Expect.any(
        Expect.is("state", SnapshotRecord.State.TAKEN.name()),
        Expect.is("state", SnapshotRecord.State.VERIFIED.name()));
  }
}
