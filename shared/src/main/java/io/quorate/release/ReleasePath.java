package io.quorate.release;

import io.quorate.spec.EtcdVersion;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * From which release to which a member may change:
 *
 * <ol>
 *   <li>within a line always, forth and back;
 *   <li>between two lines only where one follows the other: etcd reads the data of its own line and
 *       of the one before, and goes back by one;
 *   <li>between two lines only from, and to, a patch of the older one that is ready for it.
 * </ol>
 */
public final class ReleasePath {
  /**
   * By the older line, the first patch that is ready for the next. Before 3.5.26 the member list
   * that 3.6 reads may still name members that were removed.
   */
  private static final Map<String, Integer> READY = Map.of("3.5", 26);

  /** The first line that cannot read requests of etcd's API v2 in a log. */
  private static final EtcdVersion WITHOUT_VERSION_TWO = EtcdVersion.parse("3.7").orElseThrow();

  private ReleasePath() {}

  /**
   * The releases to change to, one after the other, with the fewest steps; of equally many the
   * newest.
   *
   * @param known what may stand between
   * @return ends with the target; empty where there is no way by these, or nothing to change
   */
  public static List<EtcdVersion> way(
      EtcdVersion running, EtcdVersion target, Collection<EtcdVersion> known) {
    List<EtcdVersion> between =
        known.stream().distinct().sorted(Comparator.reverseOrder()).toList();
    Map<EtcdVersion, EtcdVersion> before = new HashMap<>();
    Deque<EtcdVersion> reached = new ArrayDeque<>(List.of(running));
    while (!reached.isEmpty() && !before.containsKey(target)) {
      EtcdVersion at = reached.removeFirst();
      Stream.concat(Stream.of(target), between.stream())
          .filter(next -> !next.equals(running) && !before.containsKey(next))
          .filter(next -> refuses(at, next).isEmpty())
          .forEach(
              next -> {
                before.put(next, at);
                reached.addLast(next);
              });
    }
    Deque<EtcdVersion> way = new ArrayDeque<>();
    for (EtcdVersion at = target; before.containsKey(at); at = before.getOrDefault(at, running)) {
      way.addFirst(at);
    }
    return List.copyOf(way);
  }

  /** Whether a release reads requests of API v2 in a member's log, as etcd up to 3.5 writes. */
  public static boolean readsVersionTwo(EtcdVersion release) {
    return release.olderLineThan(WITHOUT_VERSION_TWO);
  }

  /** The line before the one of a release. */
  public static EtcdVersion before(EtcdVersion release) {
    return new EtcdVersion(release.major(), release.minor() - 1, OptionalInt.empty());
  }

  /**
   * Why a member must not change its release.
   *
   * @return empty where it may
   */
  public static Optional<String> refuses(EtcdVersion running, EtcdVersion target) {
    if (running.line().equals(target.line())) {
      return Optional.empty();
    }
    boolean back = target.olderLineThan(running);
    EtcdVersion older = back ? target : running;
    EtcdVersion newer = back ? running : target;
    if (older.major() != newer.major() || newer.minor() != older.minor() + 1) {
      return Optional.of(
          "etcd "
              + running
              + " does not change to "
              + target
              + " at once: go one release line at a time");
    }
    int ready = READY.getOrDefault(older.line(), 0);
    return older.patch().orElse(ready) >= ready
        ? Optional.empty()
        : Optional.of(
            "etcd "
                + running
                + " does not change to "
                + target
                + ": "
                + (back ? "go back to " : "run ")
                + older.line()
                + "."
                + ready
                + " or later"
                + (back ? "" : " first"));
  }
}
