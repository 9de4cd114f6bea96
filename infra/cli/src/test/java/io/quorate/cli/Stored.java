package io.quorate.cli;

import io.quorate.cli.picture.ClusterSummary;
import io.quorate.codec.FleetEntryCodec;
import io.quorate.codec.HeartbeatCodec;
import io.quorate.codec.JournalEntryCodec;
import io.quorate.codec.LeaseCodec;
import io.quorate.codec.LineageCodec;
import io.quorate.codec.SnapshotRecordCodec;
import io.quorate.codec.SpecRecordCodec;
import io.quorate.codec.StatusCodec;
import io.quorate.state.FleetEntry;
import io.quorate.store.Expect;
import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.RecordStore;
import io.quorate.store.Write;
import java.util.Map;

/** Puts what a picture shows into a store. */
public final class Stored {
  private Stored() {}

  public static void put(RecordStore store, ClusterSummary summary) {
    var cluster = summary.cluster();
    summary
        .spec()
        .ifPresent(
            spec -> {
              put(store, Keys.spec(cluster), SpecRecordCodec.write(spec));
              FleetEntry entry =
                  new FleetEntry(cluster, spec.uid(), spec.spec().group(), true, Sample.NOW);
              put(store, Keys.fleet(cluster), FleetEntryCodec.write(entry));
            });
    summary.lineage().ifPresent(l -> put(store, Keys.lineage(cluster), LineageCodec.write(l)));
    summary.status().ifPresent(s -> put(store, Keys.status(cluster), StatusCodec.write(s)));
    summary.lease().ifPresent(l -> put(store, Keys.lease(cluster), LeaseCodec.write(l)));
    summary
        .nodes()
        .forEach(n -> put(store, Keys.node(cluster, n.instance()), HeartbeatCodec.write(n)));
    summary
        .snapshots()
        .forEach(s -> put(store, Keys.snapshot(cluster, s.id()), SnapshotRecordCodec.write(s)));
    summary
        .journal()
        .forEach(e -> put(store, Keys.journal(cluster, e.id()), JournalEntryCodec.write(e)));
  }

  public static void put(RecordStore store, Key key, Map<String, Object> attributes) {
    store.write(new Write.Put(new Item(key, attributes), Expect.anything()));
  }
}
