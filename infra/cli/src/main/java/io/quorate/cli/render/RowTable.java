package io.quorate.cli.render;

import io.quorate.codec.Tree;
import io.quorate.controller.observe.RowBeliefs;
import io.quorate.model.ClusterName;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The rows of the nodes table, for people and for programs. */
public final class RowTable {
  private RowTable() {}

  /** As a table. */
  public static String text(RowBeliefs.Listing listing, Instant now) {
    TextTable table = new TextTable(List.of("ROW", "WRITTEN", "STATE", "WHY"), Set.of());
    listing
        .rows()
        .forEach(
            (key, row) ->
                table.row(
                    List.of(
                        key,
                        row.at().map(at -> Words.age(at, now) + " ago").orElse("-"),
                        row.belief().name(),
                        row.why().isEmpty() ? "-" : row.why())));
    String more = listing.excess().map(why -> why + "\n").orElse("");
    return String.join("\n", table.lines("")) + "\n" + more;
  }

  /** As one document. */
  public static Map<String, Object> json(ClusterName cluster, RowBeliefs.Listing listing) {
    List<Map<String, Object>> rows = new ArrayList<>();
    listing
        .rows()
        .forEach(
            (key, row) ->
                rows.add(
                    Tree.builder()
                        .with("row", key)
                        .withOptional("writtenAt", row.at())
                        .with("state", row.belief())
                        .with("why", row.why())
                        .build()));
    return Tree.builder()
        .with("cluster", cluster)
        .with("rows", rows)
        .withOptional("excess", listing.excess())
        .build();
  }
}
