package io.quorate.controller.plan.snapshots;

import io.quorate.controller.view.ClusterView;
import io.quorate.snapshot.LogEnd;
import io.quorate.snapshot.SnapshotManifest;
import io.quorate.snapshot.SnapshotRecord;
import io.quorate.state.Bootstrap;
import io.quorate.state.Fork;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Up to where the log of each etcd cluster of this lineage is covered (I6):
 *
 * <ol>
 *   <li>of the cluster that serves, up to the newest snapshot that was restored and found right;
 *   <li>of an earlier generation, up to the snapshot that the next one began with: what came after
 *       it is served by nobody.
 * </ol>
 */
public final class CoveredLogs {
  private CoveredLogs() {}

  /** The positions, one for each cluster that has one. */
  public static List<LogEnd> of(ClusterView view) {
    Catalogue catalogue = Catalogue.of(view);
    Stream<LogEnd> serving =
        catalogue.newestVerified().map(SnapshotRecord::manifest).stream()
            .filter(manifest -> ofTheBootstrap(view, manifest))
            .map(CoveredLogs::end);
    Stream<LogEnd> before =
        view.lineage().ancestors().stream()
            .map(Fork::snapshot)
            .flatMap(id -> catalogue.find(id).stream())
            .map(SnapshotRecord::manifest)
            .filter(manifest -> !ofTheBootstrap(view, manifest))
            .map(CoveredLogs::end);
    return Stream.concat(serving, before).toList();
  }

  private static boolean ofTheBootstrap(ClusterView view, SnapshotManifest manifest) {
    Optional<Bootstrap> bootstrap = view.lineage().bootstrap();
    return bootstrap.filter(now -> now.clusterId().equals(manifest.etcdClusterId())).isPresent();
  }

  private static LogEnd end(SnapshotManifest manifest) {
    return new LogEnd(
        manifest.etcdClusterId(), manifest.position().raftTerm(), manifest.position().raftIndex());
  }
}
