package io.quorate.codec;

import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.state.FleetEntry;
import java.util.Map;

/**
 * A record of the partition {@code #clusters}, one for each cluster.
 *
 * <p>Attributes that this schema version does not know are tolerated, and dropped when written
 * back.
 */
public final class FleetEntryCodec {
  private FleetEntryCodec() {}

  /** The record's attributes. */
  public static Map<String, Object> write(FleetEntry entry) {
    return Schema.builder()
        .with("name", entry.name())
        .with("uid", entry.uid())
        .with("group", entry.group())
        .with("healthy", entry.healthy())
        .with("since", entry.since())
        .build();
  }

  /** Reads the record. */
  public static FleetEntry read(Map<String, Object> attributes, String where) {
    return Schema.read(
        attributes,
        where,
        tree ->
            new FleetEntry(
                tree.value("name", ClusterName::new),
                tree.value("uid", ClusterUid::new),
                tree.string("group"),
                tree.flag("healthy"),
                tree.instant("since")));
  }
}
