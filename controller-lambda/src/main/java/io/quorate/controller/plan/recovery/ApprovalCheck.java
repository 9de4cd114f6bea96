package io.quorate.controller.plan.recovery;

import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.fencing.FenceSet;
import io.quorate.model.InstanceId;
import io.quorate.recovery.Approval;
import io.quorate.recovery.Recovery;
import io.quorate.recovery.Salvage;
import io.quorate.snapshot.SnapshotRecord;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Whether what an operator approved is what came true. A recovery needs an approval where the spec
 * asks for one, or once it has one; a rollback has been confirmed by its hash.
 *
 * <ol>
 *   <li>Everyone who may hold data was named, and has the end that was approved: FENCED is fenced,
 *       GONE is gone, ACCEPTED_LOST is gone, since it was terminated.
 *   <li>The source is the approved snapshot. Where the disks were approved it was salvaged from one
 *       of them, or none of them was set aside.
 * </ol>
 */
final class ApprovalCheck {
  private ApprovalCheck() {}

  /** Whether a recovery may commit only what an operator approved. */
  static boolean needed(ClusterState clusterState, Recovery recovery) {
    return recovery.action() == Recovery.Action.RESEED
        && (recovery.approval().isPresent()
            || clusterState.view().spec().recovery().needsApproval());
  }

  /** Why the recovery may not go on with these holders; empty when it may. */
  static Optional<String> ofHolders(
      ClusterState clusterState, Recovery recovery, FenceSet holders) {
    if (!needed(clusterState, recovery)) {
      return Optional.empty();
    }
    return recovery
        .approval()
        .map(approval -> broken(approval, holders))
        .orElse(Optional.of("nobody has approved this recovery"));
  }

  /** Why the recovery may not restore this source; empty when it may. */
  static Optional<String> ofSource(
      ClusterState clusterState, Recovery recovery, SnapshotRecord source) {
    if (!needed(clusterState, recovery)) {
      return Optional.empty();
    }
    Optional<Approval> approval = recovery.approval();
    if (approval.isEmpty()) {
      return Optional.of("nobody has approved this recovery");
    }
    boolean approved =
        approval
            .get()
            .source()
            .map(
                named ->
                    named.snapshot().equals(source.id())
                        && named.sha256().equals(source.manifest().sha256()))
            .orElseGet(() -> ofDisks(recovery, source));
    return approved
        ? Optional.empty()
        : Optional.of(
            "snapshot "
                + source.id()
                + " would be restored, and "
                + approval
                    .get()
                    .source()
                    .map(named -> "snapshot " + named.snapshot() + " was approved")
                    .orElse("what is left on the disks was approved"));
  }

  /** The same of what is on trial, as the record and the catalogue name it. */
  static Optional<String> ofTrial(ClusterState clusterState, Recovery recovery) {
    return needed(clusterState, recovery)
        ? clusterState.view().records().snapshots().stream()
            .filter(record -> record.id().equals(recovery.source().orElseThrow().snapshot()))
            .findFirst()
            .map(record -> ofSource(clusterState, recovery, record))
            .orElse(Optional.of("the catalogue does not list the snapshot that was tried"))
        : Optional.empty();
  }

  private static boolean ofDisks(Recovery recovery, SnapshotRecord source) {
    boolean setAside =
        recovery.salvages().stream().anyMatch(made -> made.state() == Salvage.State.BAD)
            || recovery.passedOver().stream()
                .anyMatch(bad -> recovery.salvagedOn(bad.snapshot()).isPresent());
    return recovery.salvagedOn(source.id()).isPresent() || !setAside;
  }

  private static Optional<String> broken(Approval approval, FenceSet holders) {
    Map<InstanceId, Approval.End> came = new TreeMap<>();
    holders.gone().forEach(gone -> came.put(gone.instance(), Approval.End.GONE));
    holders.fenced().forEach(fenced -> came.put(fenced.instance(), Approval.End.FENCED));
    Set<InstanceId> all = new java.util.TreeSet<>(approval.ends().keySet());
    all.addAll(came.keySet());
    for (InstanceId instance : all) {
      Optional<Approval.End> meant = Optional.ofNullable(approval.ends().get(instance));
      Optional<Approval.End> is = Optional.ofNullable(came.get(instance));
      if (!is.equals(meant.map(ApprovalCheck::comesTrueAs))) {
        return Optional.of(
            instance
                + " is "
                + is.map(Enum::name).orElse("no holder any more")
                + ", and was approved as "
                + meant.map(Enum::name).orElse("nothing"));
      }
    }
    return Optional.empty();
  }

  private static Approval.End comesTrueAs(Approval.End approved) {
    return switch (approved) {
      case FENCED -> Approval.End.FENCED;
      case GONE, ACCEPTED_LOST, FORGOTTEN -> Approval.End.GONE;
    };
  }
}
