package io.quorate.controller.plan.snapshots;

import io.quorate.command.CommandKind;
import io.quorate.controller.decision.Plan;
import io.quorate.controller.plan.commands.MaintenanceExecutors;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.view.UnreadableSnapshot;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.spec.SnapshotPolicy;
import io.quorate.state.BucketUpkeep;
import io.quorate.state.BucketUse;
import io.quorate.state.LastCommand;
import io.quorate.state.MaintenanceLane;
import io.quorate.state.OpenCommand;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Conditions about snapshots. */
public final class SnapshotChecks {
  private static final Duration DAY = Duration.ofDays(1);

  private SnapshotChecks() {}

  /** The message of SNAPSHOT_OVERDUE while it holds. */
  public static Optional<String> overdue(ClusterState clusterState, Plan plan) {
    return SnapshotDue.overdue(clusterState)
        .map(
            since ->
                "no snapshot for two intervals, since "
                    + since
                    + " ("
                    + Catalogue.of(clusterState)
                        .newestUsable()
                        .map(newest -> "the newest is " + newest.id())
                        .orElse("there is none of this generation")
                    + "): "
                    + plan.status()
                        .tasks()
                        .open()
                        .map(SnapshotChecks::underWay)
                        .or(() -> lastFailure(plan.status().tasks(), CommandKind.TAKE_SNAPSHOT))
                        .orElseGet(
                            () ->
                                MaintenanceExecutors.whyNone(
                                    clusterState, CommandKind.TAKE_SNAPSHOT)));
  }

  private static String underWay(OpenCommand open) {
    return open.kind() + " is under way on " + open.executor() + " since " + open.since();
  }

  /** The message of SNAPSHOT_UNVERIFIED while it holds. */
  public static Optional<String> unverified(ClusterState clusterState, Plan plan) {
    SnapshotPolicy policy = clusterState.view().spec().snapshots();
    Catalogue catalogue = Catalogue.of(clusterState);
    Optional<Duration> most =
        policy.interval().flatMap(interval -> longest(policy.verify(), interval));
    Optional<Instant> from =
        catalogue.lastVerified().or(() -> catalogue.oldest().map(oldest -> oldest.id().mintedAt()));
    boolean waits = catalogue.newestUnverified().isPresent() || newestIsWrong(catalogue);
    return most.isPresent()
            && waits
            && from.filter(at -> at.plus(most.get()).isBefore(clusterState.view().observedAt()))
                .isPresent()
        ? Optional.of(
            "no snapshot was restored and found right since "
                + from.get()
                + ": "
                + lastFailure(plan.status().tasks(), CommandKind.VERIFY_SNAPSHOT)
                    .or(() -> wrong(clusterState))
                    .orElseGet(
                        () ->
                            MaintenanceExecutors.whyNone(clusterState, CommandKind.VERIFY_SNAPSHOT))
                + "; meanwhile "
                + cost(catalogue)
                + "; verify one with: quorate snapshot verify "
                + clusterState.view().cluster())
        : Optional.empty();
  }

  /** Verifications end, and each finds its snapshot wrong. */
  private static boolean newestIsWrong(Catalogue catalogue) {
    return catalogue
        .newestFailed()
        .filter(
            wrong ->
                catalogue
                    .newestVerified()
                    .filter(right -> right.id().compareTo(wrong.id()) > 0)
                    .isEmpty())
        .isPresent();
  }

  private static String cost(Catalogue catalogue) {
    return catalogue
            .newestVerified()
            .map(
                right ->
                    "the newest that is proved is "
                        + right.id()
                        + ": what came after it rests, in a total loss, on snapshots that nobody has"
                        + " restored; no data directory that was archived since is deleted")
            .orElse(
                "a total loss would be recovered from a snapshot that nobody has restored; no"
                    + " archived data directory is deleted, so that disks fill; and more snapshots"
                    + " stay than the spec keeps")
        + "; no member changes its release";
  }

  private static Optional<Duration> longest(SnapshotPolicy.Verify verify, Duration interval) {
    return switch (verify) {
      case OFF -> Optional.empty();
      case DAILY -> Optional.of(DAY.plus(interval).plus(Duration.ofHours(1)));
      case EACH -> Optional.of(interval.multipliedBy(2).plus(Duration.ofHours(1)));
    };
  }

  /** The message of SNAPSHOT_FAILED while it holds. */
  public static Optional<String> failed(ClusterState clusterState, Plan plan) {
    MaintenanceLane tasks = plan.status().tasks();
    String all =
        Stream.concat(
                Stream.of(
                        lastFailure(tasks, CommandKind.TAKE_SNAPSHOT),
                        lastFailure(tasks, CommandKind.VERIFY_SNAPSHOT),
                        wrong(clusterState),
                        unread(clusterState),
                        kept(clusterState))
                    .flatMap(Optional::stream),
                Stream.of(BucketUse.values())
                    .flatMap(use -> tasks.bucket().failing(use).stream())
                    .map(SnapshotChecks::refused))
            .collect(Collectors.joining("; "));
    return Optional.of(all).filter(text -> !text.isEmpty());
  }

  /** The message of OBJECTS_UNREADABLE while it holds. */
  public static Optional<String> unreadable(ClusterState clusterState, Plan plan) {
    Optional<String> objects =
        plan.status().tasks().bucket().unreadable().map("objects in the bucket: "::concat);
    Optional<String> lines =
        UnreadableSnapshot.words(clusterState.view().records().unreadable())
            .map("lines of the catalogue: "::concat);
    String all =
        Stream.of(objects, lines).flatMap(Optional::stream).collect(Collectors.joining("; "));
    return Optional.of(all)
        .filter(text -> !text.isEmpty())
        .map(
            text ->
                "what cannot be read as a snapshot's is passed over: it is neither restored nor"
                    + " deleted, and all others are kept and deleted as usual; "
                    + text
                    + "; find out who wrote it, have an administrator remove or mend it, then:"
                    + " quorate snapshot sync "
                    + clusterState.view().cluster());
  }

  private static Optional<String> lastFailure(MaintenanceLane tasks, CommandKind kind) {
    return Optional.ofNullable(tasks.last().get(kind))
        .filter(last -> last.failures() > 0)
        .map(last -> kind + " failed " + last.failures() + " times in a row, " + told(last));
  }

  private static String told(LastCommand last) {
    return "the last time on "
        + last.executor()
        + " at "
        + last.at()
        + ": "
        + last.detail()
        + wayOut(last.detail());
  }

  /** The way out, by the failure's word. */
  private static String wayOut(String detail) {
    int colon = detail.indexOf(':');
    return switch (detail.substring(0, Math.max(0, colon))) {
      case "DISK_FULL" -> " (make room on the node's data disk)";
      case "STORE_AWAY" -> " (look at the node's way to the bucket; it is tried again)";
      case "BUCKET_MISSING" -> " (create the bucket, or name the right one)";
      case "ACCESS_DENIED" -> " (give the role its rights on the bucket's snapshots)";
      case "ARCHIVED" ->
          " (end the lifecycle rule that archives snapshots, and restore the object: aws s3api"
              + " restore-object)";
      case "KEY_REFUSED" -> " (enable the KMS key, or let the role use it)";
      case "NOT_FOUND" -> " (bring the object's version back, where the bucket keeps versions)";
      case "REFUSED" -> " (an object lock or a policy keeps the object)";
      case "RELEASE_MISSING" -> " (it is prepared there again, or another node tries)";
      case "ETCD" -> " (look at the member's etcd, its log and its alarms)";
      case String other -> "";
    };
  }

  /** One that was found wrong stays in the catalogue for a day. */
  private static Optional<String> wrong(ClusterState clusterState) {
    Optional<SnapshotRecord> found = Catalogue.of(clusterState).newestFailed();
    boolean newerRight =
        Catalogue.of(clusterState)
            .newestVerified()
            .filter(
                right ->
                    found
                        .filter(
                            bad -> Comparator.comparing(SnapshotRecord::id).compare(bad, right) < 0)
                        .isPresent())
            .isPresent();
    return found
        .filter(record -> !newerRight)
        .map(
            record ->
                "snapshot "
                    + record.id()
                    + " was found wrong and is no source for a recovery: "
                    + record.failure().orElse("no reason is recorded")
                    + " (take and verify another: quorate snapshot take "
                    + clusterState.view().cluster()
                    + ")");
  }

  /** Those whose files could not be read when the bucket was looked at last. */
  private static Optional<String> unread(ClusterState clusterState) {
    List<SnapshotRecord> unread =
        clusterState.view().records().snapshots().stream()
            .filter(SnapshotRecord::usable)
            .filter(record -> record.unreadable().isPresent())
            .sorted(Comparator.comparing(SnapshotRecord::id).reversed())
            .toList();
    return unread.stream()
        .findFirst()
        .map(
            newest ->
                (unread.size() == 1
                        ? "snapshot "
                        : unread.size() + " snapshots cannot be read, the newest is ")
                    + newest.id()
                    + (unread.size() == 1 ? " cannot be read" : "")
                    + " and counts as verified no more: "
                    + newest.unreadable().orElse("")
                    + wayOut(newest.unreadable().orElse(""))
                    + "; a recovery would wait for an operator's word; once that is mended:"
                    + " quorate snapshot sync "
                    + clusterState.view().cluster());
  }

  /** Those that the bucket refuses to delete; nobody asks for them again by himself. */
  private static Optional<String> kept(ClusterState clusterState) {
    return clusterState.view().records().snapshots().stream()
        .filter(SnapshotRecord::kept)
        .min(Comparator.comparing(SnapshotRecord::id))
        .map(
            first ->
                "the bucket refuses to delete snapshot "
                    + first.id()
                    + ", the oldest that it keeps: "
                    + first.failure().orElse("")
                    + wayOut(first.failure().orElse(""))
                    + "; it is not asked again before: quorate snapshot sync "
                    + clusterState.view().cluster());
  }

  private static String refused(BucketUpkeep.Failing failing) {
    return "the bucket did not do what the controller asked, "
        + failing.failures()
        + " times in a row: "
        + failing.why()
        + wayOut(failing.why())
        + "; asked again at "
        + failing.notBefore();
  }
}
