package io.quorate.controller.decision;

import io.quorate.codec.Tree;
import io.quorate.controller.view.ClusterView;
import io.quorate.model.ClusterName;
import io.quorate.model.ClusterUid;
import io.quorate.snapshot.SnapshotKeys;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.state.Status;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Deletes a snapshot whose deletion is recorded: the manifest first, so that no file is ever named
 * by a manifest and not there, then its file; then its line in the catalogue. The keys are those of
 * this cluster and this id, whatever the manifest says. Files of other attempts are swept once the
 * manifest is gone.
 *
 * @param reason why it is deleted
 * @param cluster the cluster that decides
 * @param uid its UID
 * @param snapshot the line, whose deletion is recorded
 */
public record DeleteSnapshot(
    Reason reason, ClusterName cluster, ClusterUid uid, SnapshotRecord snapshot)
    implements Decision {
  @Override
  public String code() {
    return "DELETE_SNAPSHOT";
  }

  @Override
  public String summary() {
    return "delete snapshot " + snapshot.id() + " from the bucket, then from the catalogue";
  }

  @Override
  public Map<String, Object> values() {
    return Tree.builder().with("snapshot", snapshot.id()).build();
  }

  @Override
  public Optional<Prerequisite> prerequisite() {
    return Optional.of(
        new Prerequisite.DeleteObjects(
            List.of(
                SnapshotKeys.manifest(cluster, uid, snapshot.id()),
                SnapshotKeys.verified(cluster, uid, snapshot.id()),
                SnapshotKeys.data(cluster, uid, snapshot.id(), snapshot.manifest().attempt())),
            Optional.empty(),
            Optional.of(snapshot)));
  }

  @Override
  public DecisionWrites writes(ClusterView view, Status next) {
    if (snapshot.state() != SnapshotRecord.State.DELETING) {
      throw new IllegalStateException(
          "snapshot "
              + snapshot.id()
              + " is "
              + snapshot.state()
              + ": nothing is deleted before its intent is recorded");
    }
    return DecisionWrites.of(
        List.of(CatalogueChange.remove(snapshot).write(view.cluster(), view.observedAt())));
  }

  @Override
  public Reason journalled() {
    return reason.and("snapshot", snapshot.id());
  }
}
