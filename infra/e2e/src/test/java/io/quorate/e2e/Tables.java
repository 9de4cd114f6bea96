package io.quorate.e2e;

import io.quorate.codec.Codecs;
import io.quorate.codec.CommandCodec;
import io.quorate.command.CommandSlot;
import io.quorate.command.Lane;
import io.quorate.model.ClusterName;
import io.quorate.state.JournalEntry;
import io.quorate.state.Lease;
import io.quorate.store.Item;
import io.quorate.store.Key;
import io.quorate.store.Keys;
import io.quorate.store.RecordStore;
import io.quorate.store.Table;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What controllers have written about one cluster, and under which token. */
final class Tables {
  private final RecordStore store;
  private final ClusterName cluster;

  Tables(RecordStore store, ClusterName cluster) {
    this.store = store;
    this.cluster = cluster;
  }

  Lease lease() {
    Key key = Keys.lease(cluster);
    Item item = store.read(List.of(key)).get(key);
    return Codecs.LEASE.read(Optional.ofNullable(item).orElseThrow().attributes(), key.toString());
  }

  /** Every journal entry, oldest first. */
  List<JournalEntry> journal() {
    return store.list(Table.CLUSTERS, cluster.value(), Keys.JOURNAL).stream()
        .map(item -> Codecs.JOURNAL.read(item.attributes(), item.key().toString()))
        .toList();
  }

  private List<CommandSlot> slots() {
    return store.list(Table.CLUSTERS, cluster.value(), Keys.slots(Lane.MEMBERSHIP)).stream()
        .map(item -> CommandCodec.read(item.attributes(), item.key().toString()))
        .toList();
  }

  /** Names of all that stands in the table under these tokens: decisions and instructions. */
  Set<String> writtenUnder(Set<Long> tokens) {
    Stream<String> decisions =
        journal().stream()
            .filter(entry -> tokens.contains(entry.token().value()))
            .map(entry -> "journal " + entry.id() + " " + entry.decision());
    Stream<String> instructions =
        slots().stream()
            .map(CommandSlot::command)
            .filter(instruction -> tokens.contains(instruction.header().token().value()))
            .map(instruction -> "instruction " + instruction.header().id());
    return Stream.concat(decisions, instructions).collect(Collectors.toCollection(TreeSet::new));
  }
}
