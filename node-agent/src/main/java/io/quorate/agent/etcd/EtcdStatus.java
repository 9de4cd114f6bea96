package io.quorate.agent.etcd;

import io.quorate.model.EtcdClusterId;
import io.quorate.model.MemberId;
import java.util.List;
import java.util.Optional;

/**
 * What a member says of itself; answered from memory, without a quorum.
 *
 * @param leader empty while it knows none
 * @param dbBytes size of the database file
 * @param dbInUseBytes what would be left of it after a defragmentation
 * @param errors alarms and "no leader", in etcd's words
 */
public record EtcdStatus(
    EtcdClusterId clusterId,
    MemberId memberId,
    String version,
    Optional<MemberId> leader,
    boolean learner,
    long revision,
    long raftTerm,
    long raftIndex,
    long raftAppliedIndex,
    long dbBytes,
    long dbInUseBytes,
    List<String> errors) {
  /** Copies the list. */
  public EtcdStatus {
    errors = List.copyOf(errors);
  }
}
