package io.quorate.controller.observe;

import io.quorate.controller.view.GroupView;
import io.quorate.controller.view.InstanceState;
import io.quorate.model.ClusterName;
import io.quorate.model.InstanceId;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The port to what the cloud knows of instances; it answers "unknown" rather than throw. */
public interface CloudReader {
  /** A cloud that nobody can ask. */
  CloudReader SILENT =
      new CloudReader() {
        @Override
        public GroupView group(String name) {
          return new GroupView.Unknown("nobody can ask Auto Scaling");
        }

        @Override
        public Map<InstanceId, InstanceState> instances(Collection<InstanceId> ids) {
          return Map.of();
        }
      };

  /** The auto-scaling group, or why it is not known. */
  GroupView group(String name);

  /** The states of those instances that EC2 answered for; absence proves nothing (I7). */
  Map<InstanceId, InstanceState> instances(Collection<InstanceId> ids);

  /**
   * Those of these instances that EC2 answered it does not know; empty when it did not answer. An
   * instance that was launched just now may be among them.
   */
  default Optional<Set<InstanceId>> unknown(Collection<InstanceId> ids) {
    return Optional.empty();
  }

  /**
   * Those of these instances that EC2 shows with another cluster's tag; an instance without the tag
   * is nobody's.
   */
  default Set<InstanceId> ofOtherClusters(ClusterName cluster, Collection<InstanceId> ids) {
    return Set.of();
  }

  /**
   * How this turn's latest call of each operation of AWS ended, the store's and the bucket's too:
   * why it failed or was slow, empty where it was answered.
   */
  default Map<String, Optional<String>> outcomes() {
    return Map.of();
  }

  /** Begins a turn: what calls came to before is no part of it. */
  default void forgetOutcomes() {}

  /**
   * Whether the group and its instances, as this turn learnt them last, were described for several
   * clusters at once and a while ago, not for this look (ADR 50).
   */
  default boolean onBulk() {
    return false;
  }

  /**
   * From here on this turn asks by itself at every look.
   *
   * @param must whether it does so though many others do at the same time
   * @return false: not now, for the account's limits are spared
   */
  default boolean askAnew(boolean must) {
    return true;
  }

  /** The private addresses of those instances that EC2 answered for. */
  default Map<InstanceId, List<String>> addresses(Collection<InstanceId> ids) {
    return Map.of();
  }
}
