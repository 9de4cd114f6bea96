package io.quorate.controller.observe;

import io.quorate.codec.Codecs;
import io.quorate.controller.view.GroupView;
import io.quorate.model.ClusterName;
import io.quorate.model.InstanceId;
import io.quorate.state.StruckRows;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.RecordStore;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * Which rows a person has put aside. A row is struck only once its instance is gone, and EC2 uses
 * no id twice: it speaks for nobody any more. One that the group has all the same, or may have, is
 * read as ever.
 */
public final class StruckOff {
  private StruckOff() {}

  /** Those of the struck rows that are left out while the group is so. */
  static Set<InstanceId> inEffect(StruckRows struck, GroupView group) {
    return switch (group) {
      case GroupView.Unknown unknown -> Set.of();
      case GroupView.Observed observed -> {
        Set<InstanceId> out = new TreeSet<>(struck.rows().keySet());
        out.removeAll(observed.lifecycles().keySet());
        yield out;
      }
    };
  }

  /** The same, for a command of a person; the group is asked only where a row is struck. */
  public static Set<InstanceId> inEffect(
      RecordStore store, ClusterName cluster, CloudReader cloud, Supplier<String> group) {
    StruckRows struck = read(store, cluster);
    return struck.rows().isEmpty() ? Set.of() : inEffect(struck, cloud.group(group.get()));
  }

  /**
   * The record.
   *
   * @throws io.quorate.codec.UnreadableRecordException where it cannot be read
   */
  public static StruckRows read(RecordStore store, ClusterName cluster) {
    Key key = Keys.struck(cluster);
    return Optional.ofNullable(store.read(List.of(key)).get(key))
        .map(item -> Codecs.STRUCK.read(item.attributes(), key.toString()))
        .orElse(StruckRows.NONE);
  }
}
