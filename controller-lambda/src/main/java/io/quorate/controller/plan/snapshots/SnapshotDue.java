package io.quorate.controller.plan.snapshots;

import io.quorate.command.CommandKind;
import io.quorate.controller.decision.Reason;
import io.quorate.controller.plan.commands.CommandBackoff;
import io.quorate.controller.plan.commands.MaintenanceExecutors;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.ReleaseTarget;
import io.quorate.controller.plan.outdated.NodeReplacement;
import io.quorate.controller.plan.voters.Durability;
import io.quorate.controller.view.ObservedNode;
import io.quorate.model.InstanceId;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.spec.SnapshotPolicy;
import io.quorate.state.Bootstrap;
import io.quorate.state.Condition;
import io.quorate.state.Lineage;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * Whether a snapshot is to be taken or verified.
 *
 * <ol>
 *   <li>While a majority of the voters has its data in memory only, one is taken at once.
 *   <li>By the interval, one is taken when keys changed since the newest; the first one at once.
 *       Where the spec asks for one of each voter, this holds of each voter's own newest one.
 *   <li>One whose file cannot be read counts as none: another is taken at once.
 *   <li>By the policy, the newest unverified one is verified: each, or one a day.
 *   <li>Before members change their release, or their instance, one is taken, and verified unless
 *       the policy never does; before a release changes also by that ({@link Preflight}).
 *   <li>Once the members went back to an older release line, one is taken: what a newer line wrote
 *       they cannot restore.
 *   <li>After a failure of its kind a task waits ({@link CommandBackoff}).
 * </ol>
 */
public final class SnapshotDue {
  private static final Duration DAY = Duration.ofDays(1);
  private static final Duration FRESH = Duration.ofMinutes(30);

  private SnapshotDue() {}

  /** Why a snapshot is to be taken now. */
  public static Optional<Reason> take(ClusterState clusterState) {
    return notDurable(clusterState)
        .or(() -> byInterval(clusterState))
        .or(() -> upgrade(clusterState))
        .or(() -> wayBack(clusterState))
        .filter(reason -> !CommandBackoff.waits(clusterState, CommandKind.TAKE_SNAPSHOT));
  }

  /** Who takes the snapshot that is to be taken now; empty while nobody may. */
  public static Optional<ObservedNode> executor(ClusterState clusterState) {
    boolean owed =
        notDurable(clusterState).isEmpty()
            && byInterval(clusterState).isPresent()
            && ofEach(clusterState);
    return MaintenanceExecutors.choose(
        clusterState,
        CommandKind.TAKE_SNAPSHOT,
        true,
        owed ? instance -> owes(clusterState, instance) : instance -> true);
  }

  private static boolean ofEach(ClusterState clusterState) {
    return clusterState.view().spec().snapshots().from() == SnapshotPolicy.From.EACH;
  }

  /** Whether this voter's own newest snapshot is an interval old, and keys changed since. */
  private static boolean owes(ClusterState clusterState, InstanceId instance) {
    Optional<SnapshotRecord> own = Catalogue.of(clusterState).newestUsableBy(instance);
    Optional<Duration> interval = interval(clusterState);
    return interval.isPresent()
        && own.filter(SnapshotDue::readable)
            .map(
                newest ->
                    passed(clusterState, newest.id().mintedAt(), interval.get())
                        && moved(clusterState, newest))
            .orElse(true);
  }

  private static Optional<Reason> owed(ClusterState clusterState) {
    return MaintenanceExecutors.voters(clusterState).stream()
        .filter(instance -> owes(clusterState, instance))
        .findFirst()
        .map(
            instance ->
                Reason.of(
                    "SNAPSHOT_DUE",
                    Catalogue.of(clusterState)
                        .newestUsableBy(instance)
                        .map(
                            newest ->
                                "keys changed since snapshot "
                                    + newest.id()
                                    + " of "
                                    + instance
                                    + ", and the interval has passed")
                        .orElse("there is no snapshot of " + instance)));
  }

  private static Optional<Reason> notDurable(ClusterState clusterState) {
    if (!Durability.onlyInMemory(clusterState)) {
      return Optional.empty();
    }
    return saved(clusterState)
        ? Optional.empty()
        : Optional.of(
            Reason.of(
                Condition.Type.MAJORITY_NOT_DURABLE.name(),
                "a majority of the voters has its data in memory only"));
  }

  /**
   * Whether a snapshot of what a majority holds in memory only was begun: one is under way, is
   * taken, or was tried in vain. Before that nobody is replaced; nor where none can be taken.
   */
  public static boolean rescueBegun(ClusterState clusterState) {
    boolean underWay =
        clusterState
            .status()
            .tasks()
            .open()
            .filter(open -> open.kind() == CommandKind.TAKE_SNAPSHOT)
            .isPresent();
    boolean tried =
        Optional.ofNullable(clusterState.status().tasks().last().get(CommandKind.TAKE_SNAPSHOT))
            .filter(last -> last.at().isAfter(notDurableSince(clusterState)))
            .isPresent();
    return underWay || tried || saved(clusterState);
  }

  /** Whether a snapshot of what a majority holds in memory only is wanted at once. */
  public static boolean rescueAwaited(ClusterState clusterState) {
    return Durability.onlyInMemory(clusterState) && !rescueBegun(clusterState);
  }

  private static boolean saved(ClusterState clusterState) {
    Instant since = notDurableSince(clusterState);
    return Catalogue.of(clusterState)
        .newestUsable()
        .filter(SnapshotDue::readable)
        .filter(newest -> !newest.id().mintedAt().isBefore(since.truncatedTo(ChronoUnit.SECONDS)))
        .isPresent();
  }

  private static Instant notDurableSince(ClusterState clusterState) {
    return clusterState.view().status().conditions().stream()
        .filter(held -> held.type() == Condition.Type.MAJORITY_NOT_DURABLE)
        .map(Condition::since)
        .findFirst()
        .orElse(clusterState.view().observedAt());
  }

  private static Optional<Reason> byInterval(ClusterState clusterState) {
    Optional<Duration> interval = interval(clusterState);
    if (interval.isEmpty()) {
      return Optional.empty();
    }
    Optional<SnapshotRecord> newest = Catalogue.of(clusterState).newestUsable();
    if (newest.isPresent()) {
      return ofEach(clusterState)
          ? owed(clusterState)
          : after(clusterState, newest.get(), interval.get());
    }
    return Optional.of(
        Reason.of(
            "NO_SNAPSHOT",
            "generation " + clusterState.view().lineage().generation() + " has no snapshot"));
  }

  private static Optional<Reason> after(
      ClusterState clusterState, SnapshotRecord newest, Duration interval) {
    if (!readable(newest)) {
      return Optional.of(
          Reason.of(
              "SNAPSHOT_DUE",
              "snapshot " + newest.id() + " cannot be read: " + newest.unreadable().orElse("")));
    }
    return passed(clusterState, newest.id().mintedAt(), interval) && moved(clusterState, newest)
        ? Optional.of(
            Reason.of(
                    "SNAPSHOT_DUE",
                    "keys changed since snapshot " + newest.id() + ", and the interval has passed")
                .and("revision", revision(clusterState))
                .and("snapshotRevision", newest.manifest().position().revision()))
        : Optional.empty();
  }

  /** Since when a snapshot is overdue: two intervals passed without one, though keys changed. */
  public static Optional<Instant> overdue(ClusterState clusterState) {
    Optional<Duration> interval = interval(clusterState);
    if (interval.isEmpty()) {
      return Optional.empty();
    }
    Duration two = interval.get().multipliedBy(2);
    Optional<SnapshotRecord> newest = Catalogue.of(clusterState).newestUsable();
    Optional<Instant> from =
        newest.isPresent()
            ? newest.filter(record -> moved(clusterState, record)).map(r -> r.id().mintedAt())
            : clusterState.view().lineage().bootstrap().map(Bootstrap::decidedAt);
    return from.filter(at -> passed(clusterState, at, two)).map(at -> at.plus(two));
  }

  /**
   * Why no instance that serves is replaced yet: a snapshot of half an hour at most, or one that no
   * key changed since, comes first; verified where the policy verifies at all. For members that
   * change their release {@link Preflight} asks for more.
   */
  public static Optional<String> beforeReplacement(ClusterState clusterState) {
    if (interval(clusterState).isEmpty()) {
      return Optional.empty();
    }
    Optional<SnapshotRecord> fresh = fresh(clusterState);
    if (fresh.isEmpty()) {
      return Optional.of("there is no fresh snapshot");
    }
    return clusterState.view().spec().snapshots().verify() == SnapshotPolicy.Verify.OFF
        ? Optional.empty()
        : fresh
            .filter(record -> record.state() != SnapshotRecord.State.VERIFIED)
            .map(record -> "snapshot " + record.id() + " is not verified yet");
  }

  private static Optional<Reason> upgrade(ClusterState clusterState) {
    return interval(clusterState).isPresent()
            && upgrades(clusterState)
            && before(clusterState).isEmpty()
        ? Optional.of(
            Reason.of(
                "SNAPSHOT_BEFORE_UPGRADE",
                "members are to run another release of etcd, or on other instances"))
        : Optional.empty();
  }

  /** Once no member is of the line that wrote the newest one, no recovery could restore that. */
  private static Optional<Reason> wayBack(ClusterState clusterState) {
    return interval(clusterState)
        .flatMap(interval -> Catalogue.of(clusterState).newestUsable())
        .filter(newest -> ReleaseTarget.allOlderLine(clusterState, writer(newest)))
        .map(
            newest ->
                Reason.of(
                    "SNAPSHOT_AFTER_WAY_BACK",
                    "etcd "
                        + writer(newest)
                        + " wrote snapshot "
                        + newest.id()
                        + ", and no member runs its release line any more"));
  }

  private static String writer(SnapshotRecord snapshot) {
    return snapshot.manifest().etcdVersion();
  }

  /** The snapshot that what is due waits for; empty where it is to be taken first. */
  private static Optional<SnapshotRecord> before(ClusterState clusterState) {
    return Preflight.target(clusterState)
        .map(target -> Preflight.snapshot(clusterState, target))
        .orElseGet(() -> fresh(clusterState));
  }

  /** Whether members are to run another release, or on other instances. */
  public static boolean upgrades(ClusterState clusterState) {
    return Preflight.target(clusterState).isPresent()
        || NodeReplacement.due(clusterState).isPresent();
  }

  /** The newest snapshot, of half an hour at most, or that no key changed since. */
  static Optional<SnapshotRecord> fresh(ClusterState clusterState) {
    return Catalogue.of(clusterState)
        .newestUsable()
        .filter(SnapshotDue::readable)
        .filter(
            newest ->
                !passed(clusterState, newest.id().mintedAt(), FRESH)
                    || !moved(clusterState, newest));
  }

  /** Which snapshot is to be verified now. */
  public static Optional<SnapshotRecord> verify(ClusterState clusterState) {
    Catalogue catalogue = Catalogue.of(clusterState);
    SnapshotPolicy policy = clusterState.view().spec().snapshots();
    Optional<SnapshotRecord> wanted =
        switch (policy.verify()) {
          case OFF -> Optional.empty();
          case EACH ->
              catalogue
                  .newestUnverified()
                  .filter(unverified -> ofThisInterval(catalogue, unverified, policy.interval()));
          case DAILY ->
              catalogue
                  .newestUnverified()
                  .filter(
                      newest ->
                          catalogue
                              .lastVerified()
                              .map(last -> passed(clusterState, last, DAY))
                              .orElse(true));
        };
    return wanted
        .or(() -> awaited(clusterState))
        .filter(record -> policy.interval().isPresent())
        .filter(record -> !CommandBackoff.waits(clusterState, CommandKind.VERIFY_SNAPSHOT));
  }

  /** The one that an upgrade waits for, where nobody has restored it yet. */
  private static Optional<SnapshotRecord> awaited(ClusterState clusterState) {
    return clusterState.view().spec().snapshots().verify() != SnapshotPolicy.Verify.OFF
            && upgrades(clusterState)
        ? before(clusterState).filter(record -> record.state() == SnapshotRecord.State.TAKEN)
        : Optional.empty();
  }

  private static boolean readable(SnapshotRecord record) {
    return record.unreadable().isEmpty();
  }

  /** What is older than an interval before the newest is not gone back to. */
  private static boolean ofThisInterval(
      Catalogue catalogue, SnapshotRecord unverified, Optional<Duration> interval) {
    Instant newest =
        catalogue.newestUsable().map(record -> record.id().mintedAt()).orElse(Instant.MIN);
    return interval
        .filter(every -> unverified.id().mintedAt().plus(every).isAfter(newest))
        .isPresent();
  }

  /** Whether keys changed since a snapshot; true while nobody tells the revision. */
  private static boolean moved(ClusterState clusterState, SnapshotRecord newest) {
    return revision(clusterState) > newest.manifest().position().revision();
  }

  private static long revision(ClusterState clusterState) {
    return clusterState.nodes().stream()
        .filter(clusterState.health()::answering)
        .mapToLong(node -> ClusterState.statusOf(node).revision())
        .max()
        .orElse(Long.MAX_VALUE);
  }

  /** How often one is taken; empty where none is. */
  static Optional<Duration> interval(ClusterState clusterState) {
    return clusterState
        .view()
        .spec()
        .snapshots()
        .interval()
        .filter(every -> clusterState.view().lineage().state() == Lineage.State.COMMITTED);
  }

  private static boolean passed(ClusterState clusterState, Instant from, Duration time) {
    return !clusterState.view().observedAt().isBefore(from.plus(time));
  }
}
