package io.quorate.cli.render;

import io.quorate.cli.picture.ClusterSummary;
import io.quorate.cli.picture.SnapshotGlance;
import io.quorate.codec.Tree;
import io.quorate.command.CommandKind;
import io.quorate.snapshot.SnapshotId;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.snapshot.SnapshotRecord.Verified;
import io.quorate.spec.EtcdVersion;
import io.quorate.spec.SnapshotPolicy;
import io.quorate.state.MemberStatus;
import io.quorate.state.OpenCommand;
import io.quorate.state.RollOutHalt;
import io.quorate.state.Status;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * Whether the release that members change to has restored and served a snapshot of the cluster.
 *
 * @param release which release that is
 * @param state how far it is
 * @param snapshot the snapshot that it is about
 * @param verified how that was last verified
 * @param detail what to add, for people
 */
record PreflightText(
    EtcdVersion release,
    State state,
    Optional<SnapshotId> snapshot,
    Optional<Verified> verified,
    String detail) {
  /** How far the release is. */
  enum State {
    /** The spec takes no snapshots, or has none verified. */
    NONE,
    /** There is no snapshot, or the release has not restored it yet. */
    WAITS,
    /** A node restores it. */
    RUNS,
    /** The release restored and served it. */
    PROVED,
    /** The release could not: the upgrade is halted. */
    REFUSED
  }

  /** Empty while no node runs another release than the one that the spec names. */
  static Optional<PreflightText> of(ClusterSummary summary) {
    return summary
        .spec()
        .map(record -> record.spec().etcd().version())
        .filter(release -> release.patch().isPresent())
        .filter(release -> changes(summary, release))
        .map(release -> of(summary, release));
  }

  private static boolean changes(ClusterSummary summary, EtcdVersion release) {
    return summary.nodes().stream()
        .filter(row -> summary.status().filter(s -> s.terminated(row.instance())).isEmpty())
        .flatMap(row -> row.status().map(MemberStatus::version).stream())
        .anyMatch(version -> !version.equals(release.toString()));
  }

  private static PreflightText of(ClusterSummary summary, EtcdVersion release) {
    Optional<SnapshotId> refused =
        summary.status().flatMap(Status::rollOutHalt).flatMap(RollOutHalt::snapshot);
    if (refused.isPresent()) {
      return new PreflightText(
          release, State.REFUSED, refused, Optional.empty(), "cannot restore and serve it");
    }
    SnapshotPolicy policy = summary.spec().orElseThrow().spec().snapshots();
    if (policy.interval().isEmpty() || policy.verify() == SnapshotPolicy.Verify.OFF) {
      return new PreflightText(
          release,
          State.NONE,
          Optional.empty(),
          Optional.empty(),
          "none: the spec takes no snapshots, or has none verified");
    }
    SnapshotGlance glance = SnapshotGlance.of(summary);
    return glance
        .newest()
        .map(newest -> of(glance, newest, release))
        .orElseGet(
            () ->
                new PreflightText(
                    release,
                    State.WAITS,
                    Optional.empty(),
                    Optional.empty(),
                    "waits for a snapshot"));
  }

  private static PreflightText of(
      SnapshotGlance glance, SnapshotRecord newest, EtcdVersion release) {
    Optional<SnapshotId> id = Optional.of(newest.id());
    if (newest.verifiedBy(release)) {
      return new PreflightText(
          release, State.PROVED, id, newest.verified(), "restored and served it");
    }
    return glance
        .open()
        .filter(open -> open.kind() == CommandKind.VERIFY_SNAPSHOT)
        .filter(open -> open.snapshot().equals(id))
        .map(OpenCommand::executor)
        .map(
            on ->
                new PreflightText(
                    release,
                    State.RUNS,
                    id,
                    newest.verified(),
                    "is not done: " + on + " verifies it"))
        .orElseGet(
            () ->
                new PreflightText(
                    release, State.WAITS, id, newest.verified(), "has not restored it yet"));
  }

  /** In a line. */
  String words() {
    String subject = snapshot.map(id -> "snapshot " + id + ": etcd " + release + " ").orElse("");
    return "preflight: "
        + subject
        + detail
        + verified
            .map(
                proof ->
                    " (verified "
                        + Words.time(proof.at())
                        + proof.release().map(by -> " by etcd " + by).orElse("")
                        + ")")
            .orElse("");
  }

  /** For programs. */
  Map<String, Object> json() {
    return Tree.builder()
        .with("release", release)
        .with("state", state)
        .withOptional("snapshot", snapshot)
        .withOptional("verifiedRelease", verified.flatMap(Verified::release))
        .withOptional("verifiedAt", verified.map(Verified::at).map(Instant::toString))
        .build();
  }
}
