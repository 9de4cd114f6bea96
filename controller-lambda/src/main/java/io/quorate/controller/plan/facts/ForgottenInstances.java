package io.quorate.controller.plan.facts;

import io.quorate.controller.view.ClusterView;
import io.quorate.controller.view.GroupView;
import io.quorate.controller.view.InstanceState;
import io.quorate.model.InstanceId;
import io.quorate.state.Holder;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which instances are gone because EC2 has forgotten them. It shows a terminated instance for about
 * an hour: whoever ended while no controller looked for so long is never shown terminated. EC2
 * never uses an id again, so that an instance that was there and that it does not know any more has
 * ended. That is taken for true only if all of this holds (I7):
 *
 * <ol>
 *   <li>It was there: the holder record says in which region and account EC2 has shown the instance
 *       to this cluster's control plane, or its group has listed it, and the group is in that very
 *       region and account: asked elsewhere, as with tables that were copied, EC2 knows none of the
 *       instances, though all may serve. An instance that was never let have data is there while
 *       the group lists it.
 *   <li>EC2 answered in this turn to all that it was asked, does not know the instance, and shows
 *       another instance of the group running.
 *   <li>The instance's agent does not speak.
 *   <li>All that held at an earlier look too, an hour ago or more, and EC2 showed it in none
 *       between.
 * </ol>
 */
public final class ForgottenInstances {
  /** Between the look that missed it first and the one by which it is gone. */
  public static final Duration BETWEEN_LOOKS = Duration.ofHours(1);

  private ForgottenInstances() {}

  /** The holder records, with what this turn's look at EC2 says of each. */
  static Map<InstanceId, Holder> next(ClusterView view) {
    Map<InstanceId, Holder> next = new HashMap<>(view.status().data().holders());
    Optional<String> place = place(view);
    if (place.isPresent()) {
      next.replaceAll(
          (instance, holder) ->
              view.status().terminated(instance)
                  ? afterItsEnd(view, place.get(), instance, holder)
                  : next(view, place.get(), instance, holder));
    }
    return next;
  }

  /** The listed instances without data that this turn's look at EC2 misses, and since when. */
  static Map<InstanceId, Instant> missed(ClusterView view) {
    Map<InstanceId, Instant> next = new HashMap<>(view.status().group().missed());
    if (!(view.group() instanceof GroupView.Observed group)) {
      return next;
    }
    next.keySet()
        .removeIf(
            instance ->
                !group.has(instance)
                    || holds(view, instance)
                    || view.instance(instance) != InstanceState.UNKNOWN
                    || speaks(view, instance));
    group.lifecycles().keySet().stream()
        .filter(instance -> !holds(view, instance) && !view.status().terminated(instance))
        .filter(instance -> missedNow(view, instance))
        .forEach(instance -> next.putIfAbsent(instance, view.observedAt()));
    return next;
  }

  private static boolean holds(ClusterView view, InstanceId instance) {
    return view.status().data().holders().containsKey(instance);
  }

  /** Only the first look is noted that did not know it any more: it has ended already. */
  private static Holder afterItsEnd(
      ClusterView view, String place, InstanceId instance, Holder holder) {
    return holder.unknownSince().isEmpty() && missed(view, place, instance, holder)
        ? holder.unknown(view.observedAt())
        : holder;
  }

  /** Whether this turn's look, and one of an hour ago, did not know a holder. */
  public static boolean missedForLong(ClusterView view, InstanceId instance, Holder holder) {
    return forLong(holder, view.observedAt())
        && place(view).filter(place -> missed(view, place, instance, holder)).isPresent();
  }

  private static Holder next(ClusterView view, String place, InstanceId instance, Holder holder) {
    if (view.instance(instance) != InstanceState.UNKNOWN) {
      return shown(holder, place) ? holder : holder.shownIn(place);
    }
    if (holder.seenIn().isEmpty()
        && view.group() instanceof GroupView.Observed group
        && group.has(instance)) {
      return holder.shownIn(place);
    }
    if (holder.unknownSince().isPresent() && speaks(view, instance)) {
      return holder.notMissed();
    }
    return missed(view, place, instance, holder) && holder.unknownSince().isEmpty()
        ? holder.unknown(view.observedAt())
        : holder;
  }

  private static boolean shown(Holder holder, String place) {
    return holder.seenIn().equals(Optional.of(place)) && holder.unknownSince().isEmpty();
  }

  /** Those that are gone by this turn's look and the one of an hour ago. */
  static Set<InstanceId> gone(ClusterView view) {
    Optional<String> place = place(view);
    return place.isEmpty()
        ? Set.of()
        : Stream.concat(
                view.status().data().holders().entrySet().stream()
                    .filter(holder -> forLong(holder.getValue(), view.observedAt()))
                    .filter(holder -> missed(view, place.get(), holder.getKey(), holder.getValue()))
                    .map(Map.Entry::getKey),
                missed(view).entrySet().stream()
                    .filter(since -> forLong(since.getValue(), view.observedAt()))
                    .map(Map.Entry::getKey)
                    .filter(instance -> missedNow(view, instance)))
            .filter(instance -> !view.status().terminated(instance))
            .collect(Collectors.toSet());
  }

  private static boolean forLong(Holder holder, Instant now) {
    return holder.unknownSince().filter(since -> forLong(since, now)).isPresent();
  }

  private static boolean forLong(Instant since, Instant now) {
    return !now.isBefore(since.plus(BETWEEN_LOOKS));
  }

  private static boolean missed(
      ClusterView view, String place, InstanceId instance, Holder holder) {
    return holder.seenIn().equals(Optional.of(place)) && missedNow(view, instance);
  }

  private static boolean missedNow(ClusterView view, InstanceId instance) {
    return view.records().unknownToEc2().contains(instance)
        && showsAnother(view, instance)
        && !speaks(view, instance);
  }

  /**
   * Whether this turn's look does not know it, at the EC2 that has shown an instance with data of
   * this cluster; while there was none yet, at any.
   */
  static boolean missedWhereTheClusterIs(ClusterView view, InstanceId instance) {
    Collection<Holder> holders = view.status().data().holders().values();
    return missedNow(view, instance)
        && (holders.isEmpty()
            || holders.stream().map(Holder::seenIn).anyMatch(place(view)::equals));
  }

  /** An EC2 that shows none of the group is no witness. */
  public static boolean showsAnother(ClusterView view, InstanceId instance) {
    return view.group() instanceof GroupView.Observed group
        && group.lifecycles().keySet().stream()
            .filter(other -> !other.equals(instance))
            .anyMatch(other -> view.instance(other) == InstanceState.RUNNING);
  }

  private static boolean speaks(ClusterView view, InstanceId instance) {
    NodeHealth unjudged =
        new NodeHealth(view.spec().timings().silenceAfter(), Optional.empty(), Set.of());
    return Optional.ofNullable(view.nodes().get(instance))
        .filter(node -> !unjudged.silent(node.heartbeatProgress()))
        .isPresent();
  }

  private static Optional<String> place(ClusterView view) {
    return view.group() instanceof GroupView.Observed group
        ? group.settings().place()
        : Optional.empty();
  }

  /** How EC2 tells that a holder is gone, for people who know which. */
  public static String goneWords(ClusterState clusterState, InstanceId instance) {
    return forgottenSince(clusterState, instance)
        .map(since -> "EC2 showed it once, and has not known it since " + since)
        .orElse("EC2 has shown it terminated");
  }

  /** How EC2 tells that an instance is gone, for people. */
  public static String words(ClusterState clusterState, InstanceId instance) {
    return forgottenSince(clusterState, instance)
        .map(
            since ->
                clusterState.status().group().missed().containsKey(instance)
                    ? "EC2 has not known " + instance + " since " + since + ": it is gone"
                    : "EC2 showed "
                        + instance
                        + " once, and has not known it since "
                        + since
                        + ": it is gone")
        .orElse("EC2 shows " + instance + " terminated");
  }

  /** That EC2 does not know an instance, and when it counts as gone; empty for others. */
  public static Optional<String> awaited(ClusterState clusterState, InstanceId instance) {
    if (clusterState.health().gone(instance)) {
      return Optional.empty();
    }
    return unknownSince(clusterState, instance)
        .map(
            since ->
                "EC2 has not known it since "
                    + since
                    + ": it counts as gone after "
                    + since.plus(BETWEEN_LOOKS)
                    + ", while EC2 shows others of its group");
  }

  /** Empty for those that EC2 has shown terminated, though it has forgotten them since. */
  private static Optional<Instant> forgottenSince(ClusterState clusterState, InstanceId instance) {
    Optional<Instant> tombstone =
        Optional.ofNullable(clusterState.status().tombstones().get(instance));
    return unknownSince(clusterState, instance)
        .filter(since -> tombstone.filter(since::isAfter).isEmpty());
  }

  private static Optional<Instant> unknownSince(ClusterState clusterState, InstanceId instance) {
    return Optional.ofNullable(clusterState.status().data().holders().get(instance))
        .flatMap(Holder::unknownSince)
        .or(() -> Optional.ofNullable(clusterState.status().group().missed().get(instance)));
  }
}
