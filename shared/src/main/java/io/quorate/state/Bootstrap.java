package io.quorate.state;

import io.quorate.model.EtcdClusterId;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * How a generation came to be: everything an instance needs to run {@code new}, fixed before any
 * does.
 *
 * @param generation the generation born
 * @param clusterToken unique: UID, generation and a nonce
 * @param clusterId the id etcd will compute from the voters
 * @param voters the full founding voter list
 * @param nonce tells this attempt's twin in the archive from another's
 * @param decidedAt when the controller decided, by its clock
 */
public record Bootstrap(
    Generation generation,
    String clusterToken,
    EtcdClusterId clusterId,
    List<InitialMember> voters,
    String nonce,
    Instant decidedAt) {
  /** Refuses a birth without voters. */
  public Bootstrap {
    voters = List.copyOf(voters);
    if (voters.isEmpty()) {
      throw new IllegalArgumentException("birth of generation " + generation + " without voters");
    }
  }

  /** The founding voter on an instance, where it is one. */
  public Optional<InitialMember> voterOn(InstanceId instance) {
    return voters.stream().filter(voter -> voter.instance().equals(instance)).findFirst();
  }
}
