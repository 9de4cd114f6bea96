package io.quorate.controller.plan.recovery;

import io.quorate.controller.decision.HeartbeatVersion;
import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.plan.facts.MirrorDifference;
import io.quorate.controller.view.BucketView;
import io.quorate.controller.view.MirrorView;
import io.quorate.controller.view.ObservedNode;
import io.quorate.model.InstanceId;
import io.quorate.state.Lineage;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What it takes to write the mirror of the lineage again, which the bucket has lost:
 *
 * <ol>
 *   <li>the bucket was looked at in this very look, and what is there of the mirror is the table's:
 *       an object that differs is never overwritten, and what is missing beside it is not made up;
 *   <li>a quorum serves, and each of its voters says, in a heartbeat of this very turn, that it
 *       holds data of the table's UID, generation and etcd cluster id. A table that was restored
 *       beside the one that members write to shows no such quorum.
 * </ol>
 */
public sealed interface LineageRebuild {
  /** Nothing is missing. */
  record Complete() implements LineageRebuild {}

  /** It may not be written; why, in words. */
  record Refused(String why) implements LineageRebuild {}

  /**
   * It may be written.
   *
   * @param lineage what is written
   * @param evidence the heartbeats that it rests on
   * @param missing the first object that is not there
   */
  record Write(Lineage lineage, Map<InstanceId, HeartbeatVersion> evidence, String missing)
      implements LineageRebuild {
    public Write {
      evidence = Map.copyOf(evidence);
    }
  }

  /** What is to become of a request for it. */
  static LineageRebuild of(ClusterState clusterState) {
    return switch (clusterState.view().records().bucket()) {
      case BucketView.NotObserved none ->
          new Refused("the cluster has not begun, or this controller has no bucket");
      case BucketView.Unknown unknown ->
          new Refused("the bucket does not answer: " + unknown.why());
      case BucketView.Observed seen
          when seen.mirror() instanceof MirrorView.Unanswered unanswered ->
          new Refused("the bucket does not answer: " + unanswered.why());
      case BucketView.Observed seen ->
          MirrorDifference.of(
                  clusterState.view().cluster(), clusterState.view().lineage(), seen.mirror())
              .map(difference -> of(clusterState, difference))
              .orElseGet(Complete::new);
    };
  }

  private static LineageRebuild of(ClusterState clusterState, MirrorDifference difference) {
    return switch (difference) {
      case MirrorDifference.TableOlder older ->
          new Refused(older.words() + ": this table is older; restore the newer one");
      case MirrorDifference.Other other ->
          new Refused(
              other.words()
                  + ": it is never overwritten; name the bucket that this cluster belongs to, or"
                  + " have the object's right version put back");
      case MirrorDifference.Missing missing -> write(clusterState, missing.words());
    };
  }

  private static LineageRebuild write(ClusterState clusterState, String missing) {
    Lineage lineage = clusterState.view().lineage();
    if (!clusterState.quorum().serves()) {
      return new Refused(
          "no quorum serves that this table sees, so that nobody confirms its generation "
              + lineage.generation()
              + ": are these the tables that the agents write to?");
    }
    for (ObservedNode voter : clusterState.quorum().healthyVoters()) {
      if (voter
          .heartbeat()
          .identity()
          .filter(
              held ->
                  held.uid().equals(lineage.uid())
                      && held.generation().equals(lineage.generation()))
          .isEmpty()) {
        return new Refused(
            voter.heartbeat().instance()
                + " holds other data than generation "
                + lineage.generation()
                + " of UID "
                + lineage.uid());
      }
    }
    return new Write(
        lineage,
        clusterState.quorum().healthyVoters().stream()
            .map(ObservedNode::heartbeat)
            .collect(Collectors.toMap(row -> row.instance(), HeartbeatVersion::now)),
        missing);
  }
}
