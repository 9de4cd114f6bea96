package io.quorate.cli;

import io.quorate.cli.picture.ClusterSummary;
import io.quorate.codec.Codecs;
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
              put(store, Keys.spec(cluster), Codecs.SPEC.write(spec));
              FleetEntry entry =
                  new FleetEntry(cluster, spec.uid(), spec.spec().group(), true, Sample.NOW);
              put(store, Keys.fleet(cluster), Codecs.FLEET.write(entry));
            });
    summary.lineage().ifPresent(l -> put(store, Keys.lineage(cluster), Codecs.LINEAGE.write(l)));
    summary.status().ifPresent(s -> put(store, Keys.status(cluster), Codecs.STATUS.write(s)));
    summary.lease().ifPresent(l -> put(store, Keys.lease(cluster), Codecs.LEASE.write(l)));
    summary
        .nodes()
        .forEach(n -> put(store, Keys.node(cluster, n.instance()), Codecs.HEARTBEAT.write(n)));
    summary
        .snapshots()
        .forEach(s -> put(store, Keys.snapshot(cluster, s.id()), Codecs.SNAPSHOT.write(s)));
    summary
        .journal()
        .forEach(e -> put(store, Keys.journal(cluster, e.id()), Codecs.JOURNAL.write(e)));
  }

  public static void put(RecordStore store, Key key, Map<String, Object> attributes) {
    store.write(new Write.Put(new Item(key, attributes), Expect.anything()));
  }
}
