package io.quorate.controller.view;

import io.quorate.command.CommandSlot;
import io.quorate.model.InstanceId;
import io.quorate.recovery.Recovery;
import io.quorate.release.TargetRelease;
import io.quorate.request.Request;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.state.Pause;
import io.quorate.state.UnansweredCall;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A cluster's records beside spec, lineage, status and the instruction slots.
 *
 * @param taskSlots every known node's task slot, where one was ever used
 * @param requests what operators asked for, oldest first; closed ones until they are pruned
 * @param snapshots the catalogue, oldest first
 * @param bucket what the bucket holds of snapshots
 * @param recovery the recovery under way, or the last one
 * @param certificates the cluster's certificates
 * @param unreadable lines of the catalogue that nobody can read
 * @param strangers the keys of node rows that are no evidence, and are left out of the view
 * @param release the stored etcd release that the spec was resolved to
 * @param unknownToEc2 holders, instances that the group lists, those to be terminated or forgotten,
 *     that EC2 does not know, by an answer to all that was asked in this turn
 * @param pauses everything that keeps changes from beginning
 * @param wholeCatalogue whether all lines of the catalogue were read; else the newest, and those
 *     older ones that something rests on
 * @param unanswered the calls to AWS that turns do not get answered, by operation
 */
public record ClusterRecords(
    Map<InstanceId, CommandSlot> taskSlots,
    List<Request> requests,
    List<SnapshotRecord> snapshots,
    BucketView bucket,
    Optional<Recovery> recovery,
    CertificateView certificates,
    List<UnreadableSnapshot> unreadable,
    List<String> strangers,
    ReleaseView release,
    Set<InstanceId> unknownToEc2,
    List<Pause> pauses,
    boolean wholeCatalogue,
    Map<String, UnansweredCall> unanswered) {
  /** There are none. */
  public static final ClusterRecords NONE =
      new ClusterRecords(Map.of(), List.of(), List.of(), new BucketView.NotObserved());

  /** Without a recovery. */
  public ClusterRecords(
      Map<InstanceId, CommandSlot> taskSlots,
      List<Request> requests,
      List<SnapshotRecord> snapshots,
      BucketView bucket) {
    this(taskSlots, requests, snapshots, bucket, Optional.empty());
  }

  /** Without certificates. */
  public ClusterRecords(
      Map<InstanceId, CommandSlot> taskSlots,
      List<Request> requests,
      List<SnapshotRecord> snapshots,
      BucketView bucket,
      Optional<Recovery> recovery) {
    this(taskSlots, requests, snapshots, bucket, recovery, CertificateView.NONE);
  }

  /** Where every row is evidence, and every line of the catalogue can be read. */
  public ClusterRecords(
      Map<InstanceId, CommandSlot> taskSlots,
      List<Request> requests,
      List<SnapshotRecord> snapshots,
      BucketView bucket,
      Optional<Recovery> recovery,
      CertificateView certificates) {
    this(
        taskSlots,
        requests,
        snapshots,
        bucket,
        recovery,
        certificates,
        List.of(),
        List.of(),
        ReleaseView.NONE,
        Set.of(),
        List.of(),
        true,
        Map.of());
  }

  /** Where the spec was resolved to no stored release. */
  public ClusterRecords(
      Map<InstanceId, CommandSlot> taskSlots,
      List<Request> requests,
      List<SnapshotRecord> snapshots,
      BucketView bucket,
      Optional<Recovery> recovery,
      CertificateView certificates,
      List<UnreadableSnapshot> unreadable,
      List<String> strangers) {
    this(
        taskSlots,
        requests,
        snapshots,
        bucket,
        recovery,
        certificates,
        unreadable,
        strangers,
        ReleaseView.NONE,
        Set.of(),
        List.of(),
        true,
        Map.of());
  }

  public ClusterRecords {
    taskSlots = Map.copyOf(taskSlots);
    requests = List.copyOf(requests);
    snapshots = List.copyOf(snapshots);
    unreadable = List.copyOf(unreadable);
    strangers = List.copyOf(strangers);
    unknownToEc2 = Set.copyOf(unknownToEc2);
    pauses = List.copyOf(pauses);
    unanswered = Map.copyOf(unanswered);
  }

  /** The same with another look at the bucket. */
  public ClusterRecords with(BucketView seen) {
    return with(seen, certificates, strangers, release);
  }

  /** The same with these certificates. */
  public ClusterRecords with(CertificateView seen) {
    return with(bucket, seen, strangers, release);
  }

  /** The same, where these rows are no evidence. */
  public ClusterRecords withStrangers(List<String> keys) {
    return with(bucket, certificates, keys, release);
  }

  /** The same, where the spec was resolved to this release. */
  public ClusterRecords with(TargetRelease resolved) {
    return with(bucket, certificates, strangers, ReleaseView.of(resolved));
  }

  /** The same, where EC2 does not know these instances. */
  public ClusterRecords withUnknownToEc2(Set<InstanceId> instances) {
    return with(
        bucket, certificates, strangers, release, instances, pauses, wholeCatalogue, unanswered);
  }

  /** The same, paused by these. */
  public ClusterRecords pausedBy(List<Pause> by) {
    return with(
        bucket, certificates, strangers, release, unknownToEc2, by, wholeCatalogue, unanswered);
  }

  /** The same, where not all lines of the catalogue were read. */
  public ClusterRecords withoutOldLines() {
    return with(bucket, certificates, strangers, release, unknownToEc2, pauses, false, unanswered);
  }

  /** The same, where these calls are not answered. */
  public ClusterRecords withUnanswered(Map<String, UnansweredCall> calls) {
    return with(
        bucket, certificates, strangers, release, unknownToEc2, pauses, wholeCatalogue, calls);
  }

  private ClusterRecords with(
      BucketView objects, CertificateView seen, List<String> keys, ReleaseView resolved) {
    return with(objects, seen, keys, resolved, unknownToEc2, pauses, wholeCatalogue, unanswered);
  }

  private ClusterRecords with(
      BucketView objects,
      CertificateView seen,
      List<String> keys,
      ReleaseView resolved,
      Set<InstanceId> holders,
      List<Pause> by,
      boolean whole,
      Map<String, UnansweredCall> calls) {
    return new ClusterRecords(
        taskSlots,
        requests,
        snapshots,
        objects,
        recovery,
        seen,
        unreadable,
        keys,
        resolved,
        holders,
        by,
        whole,
        calls);
  }
}
