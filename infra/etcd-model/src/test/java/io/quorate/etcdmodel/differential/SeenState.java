package io.quorate.etcdmodel.differential;

import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;

/**
 * What is seen after an operation, in words that are the same for the model and for real etcd.
 *
 * @param places by place: {@code -} never started, {@code frozen}, {@code exit N}, or what a
 *     running member has: its cluster, the members it lists, its revision and keys, whether it
 *     knows a leader
 */
record SeenState(SortedMap<Integer, String> places) {
  /** A member as it is compared. */
  static String member(int place, boolean learner, boolean started) {
    return place + (learner ? "L" : "") + (started ? "" : "?");
  }

  static String running(
      String cluster, String members, long revision, int keys, int digest, boolean led) {
    return "%s {%s} rev %d keys %d/%08x%s"
        .formatted(cluster, members, revision, keys, digest, led ? "" : " leaderless");
  }

  /** Whether a place's process has ended. */
  boolean ended(int place) {
    return places.getOrDefault(place, "").startsWith("exit");
  }

  /** The places that look otherwise in another. */
  Set<Integer> differing(SeenState other) {
    Set<Integer> all = new TreeSet<>(places.keySet());
    all.addAll(other.places().keySet());
    all.removeIf(p -> Objects.equals(places.get(p), other.places().get(p)));
    return all;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    places.forEach(
        (place, what) -> text.append("\n      ").append(place).append(": ").append(what));
    return text.toString();
  }
}
