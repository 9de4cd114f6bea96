package io.quorate.store;

import io.quorate.codec.Schema;
import io.quorate.command.Lane;
import io.quorate.model.ClusterName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The notice: one small record of a cluster that changes whenever a record changed that agents
 * obey, in the same transaction. A settled agent glances at it often and reads the rest only when
 * it changed. It says nothing but "read again": who overlooks a change only learns of it later,
 * with the read that comes anyway.
 */
public final class Notice {
  private static final Set<String> RECORDS = Set.of("lineage", "spec", "recovery", "pki");
  private static final List<String> OF_A_NODE =
      List.of(Keys.slots(Lane.MEMBERSHIP), Keys.slots(Lane.MAINTENANCE), Keys.CERTIFICATE);

  /**
   * Counts the changes. It is added to and never read: whoever looks compares the whole record with
   * what it saw before, so that a later schema says "read again", too.
   */
  private static final String COUNT = "count";

  private Notice() {}

  /** Changes the notice. */
  public static Write change(ClusterName cluster) {
    return new Write.Update(
        Keys.notice(cluster),
        Map.of(Schema.ATTRIBUTE, Schema.VERSION),
        Map.of(COUNT, 1L),
        Expect.anything());
  }

  /** The same writes, and a change of the notice where one of them is of what agents obey. */
  public static List<Write> with(ClusterName cluster, List<Write> writes) {
    if (writes.stream().noneMatch(Notice::concernsAgents)) {
      return writes;
    }
    List<Write> more = new ArrayList<>(writes);
    more.add(change(cluster));
    return List.copyOf(more);
  }

  private static boolean concernsAgents(Write write) {
    return !(write instanceof Write.Check) && obeyed(write.key());
  }

  /** Whether agents obey this record. */
  public static boolean obeyed(Key key) {
    return key.table() == Table.CLUSTERS
        && !key.partition().startsWith("#")
        && (RECORDS.contains(key.sort()) || OF_A_NODE.stream().anyMatch(key.sort()::startsWith));
  }
}
