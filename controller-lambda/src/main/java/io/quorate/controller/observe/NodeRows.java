package io.quorate.controller.observe;

import io.quorate.codec.Codecs;
import io.quorate.codec.UnreadableRecordException;
import io.quorate.controller.view.ObservedNode;
import io.quorate.model.InstanceId;
import io.quorate.state.ClockReading;
import io.quorate.state.Heartbeat;
import io.quorate.state.HeartbeatProgress;
import io.quorate.store.Item;
import io.quorate.store.NodeListing;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The rows of the nodes table. A row that cannot be read leaves its node unknown and does not
 * affect other nodes. The node's slot is still read, and nothing destructive is decided while that
 * row exists and its instance may live.
 *
 * @param nodes the readable ones
 * @param ids every node that has a row
 * @param unreadable what is wrong with the others
 */
record NodeRows(Map<InstanceId, ObservedNode> nodes, Set<InstanceId> ids, List<Unread> unreadable) {
  /** A row that cannot be read; without an instance if its key can name none. */
  record Unread(Optional<InstanceId> of, String key, String why) {}

  static NodeRows read(
      NodeListing listing, Map<InstanceId, HeartbeatProgress> before, ClockReading now) {
    Map<InstanceId, ObservedNode> nodes = new HashMap<>();
    Set<InstanceId> ids = new TreeSet<>();
    List<Unread> unreadable = new ArrayList<>();
    new TreeMap<>(listing.large())
        .forEach(
            (key, bytes) -> {
              Optional<InstanceId> of = InstanceId.named(key);
              of.ifPresent(ids::add);
              unreadable.add(
                  new Unread(
                      of,
                      key,
                      "row %s has %d bytes, expected at most %d"
                          .formatted(key, bytes, NodeListing.LARGEST_ROW)));
            });
    for (Item item : listing.rows()) {
      Optional<InstanceId> of = Optional.empty();
      try {
        InstanceId id = new InstanceId(item.key().sort());
        of = Optional.of(id);
        ids.add(id);
        nodes.put(id, node(heartbeat(item, id), before, now));
      } catch (UnreadableRecordException | IllegalArgumentException e) {
        unreadable.add(new Unread(of, item.key().sort(), String.valueOf(e.getMessage())));
      }
    }
    return new NodeRows(nodes, ids, unreadable);
  }

  /** The nodes that told a public key, to be certified; none where the cluster has no TLS. */
  Set<InstanceId> withPublicKey() {
    Set<InstanceId> told = new TreeSet<>();
    nodes.forEach(
        (id, node) -> node.heartbeat().report().publicKey().ifPresent(key -> told.add(id)));
    return told;
  }

  /** The keys that can name no instance, so that no agent wrote their rows. */
  List<String> nobodys() {
    return unreadable.stream().filter(row -> row.of().isEmpty()).map(Unread::key).toList();
  }

  /**
   * The same without rows that tell of numbers which nobody can have issued: these cannot be read.
   *
   * @param lie why a row is not believed; empty where it is
   */
  NodeRows believed(Function<Heartbeat, Optional<String>> lie) {
    Map<InstanceId, ObservedNode> left = new HashMap<>(nodes);
    List<Unread> unread = new ArrayList<>(unreadable);
    new TreeMap<>(nodes)
        .forEach(
            (id, node) ->
                lie.apply(node.heartbeat())
                    .ifPresent(
                        why -> {
                          left.remove(id);
                          unread.add(
                              new Unread(Optional.of(id), id.value(), "row " + id + ": " + why));
                        }));
    return new NodeRows(left, ids, unread);
  }

  /** Only the rows of instances that are not among these. */
  NodeRows without(Set<InstanceId> strangers) {
    Map<InstanceId, ObservedNode> left = new HashMap<>(nodes);
    left.keySet().removeAll(strangers);
    Set<InstanceId> known = new TreeSet<>(ids);
    known.removeAll(strangers);
    return new NodeRows(
        left,
        known,
        unreadable.stream()
            .filter(row -> row.of().filter(id -> !strangers.contains(id)).isPresent())
            .toList());
  }

  /** What is wrong with the unreadable rows. */
  List<String> complaints() {
    return unreadable.stream().map(Unread::why).toList();
  }

  /**
   * What is passed on to the next turn. Terminated instances are left out, because the record is a
   * single item, until they may be forgotten.
   */
  Map<InstanceId, HeartbeatProgress> heartbeatProgress(Predicate<InstanceId> gone) {
    Map<InstanceId, HeartbeatProgress> heartbeatProgress = new HashMap<>();
    nodes.forEach(
        (id, node) -> {
          if (!gone.test(id)) {
            heartbeatProgress.put(id, node.heartbeatProgress());
          }
        });
    return heartbeatProgress;
  }

  private static Heartbeat heartbeat(Item item, InstanceId id) {
    Heartbeat heartbeat = Codecs.HEARTBEAT.read(item.attributes(), item.key().toString());
    if (!heartbeat.instance().equals(id)) {
      throw new UnreadableRecordException(
          item.key() + ": instance is " + heartbeat.instance() + ", expected the row's own", null);
    }
    return heartbeat;
  }

  private static ObservedNode node(
      Heartbeat heartbeat, Map<InstanceId, HeartbeatProgress> before, ClockReading now) {
    HeartbeatProgress heartbeatProgress =
        Optional.ofNullable(before.get(heartbeat.instance()))
            .map(seen -> seen.then(heartbeat.boot(), heartbeat.sequence(), now))
            .orElseGet(() -> HeartbeatProgress.first(heartbeat.boot(), heartbeat.sequence(), now));
    return new ObservedNode(heartbeat, heartbeatProgress);
  }
}
