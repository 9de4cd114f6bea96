package io.quorate.state;

import io.quorate.model.EtcdClusterId;
import io.quorate.model.Generation;
import io.quorate.model.InstanceId;
import io.quorate.wire.Wire;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * How a generation came to be: everything an instance needs to run {@code new}, fixed before any
 * does.
 *
 * @param generation the generation that begins
 * @param clusterToken unique: UID, generation and a nonce
 * @param clusterId the id etcd will compute from the voters
 * @param voters the full list of initial members
 * @param nonce tells this attempt's copy in the lineage mirror from another's
 * @param decidedAt when the controller decided, by its clock
 * @param source what it begins with; empty where it begins empty
 */
public record Bootstrap(
    Generation generation,
    String clusterToken,
    EtcdClusterId clusterId,
    @Wire.After("decidedAt") List<InitialMember> voters,
    String nonce,
    Instant decidedAt,
    Optional<GenerationSource> source)
    implements MirroredGeneration {
  /** Refuses a bootstrap without voters, and one of several that begins with a source. */
  public Bootstrap {
    voters = List.copyOf(voters);
    if (voters.isEmpty()) {
      throw new IllegalArgumentException(
          "bootstrap of generation " + generation + " without voters");
    }
    if (source.isPresent() && voters.size() > 1) {
      throw new IllegalArgumentException(
          "generation " + generation + " with a source and voters " + voters + ": expected one");
    }
  }

  /** A bootstrap that begins empty. */
  public Bootstrap(
      Generation generation,
      String clusterToken,
      EtcdClusterId clusterId,
      List<InitialMember> voters,
      String nonce,
      Instant decidedAt) {
    this(generation, clusterToken, clusterId, voters, nonce, decidedAt, Optional.empty());
  }

  @Override
  public Optional<Fork> fork() {
    return source.map(from -> Fork.of(generation, from));
  }

  /** The initial member on an instance, where it is one. */
  public Optional<InitialMember> voterOn(InstanceId instance) {
    return voters.stream().filter(voter -> voter.instance().equals(instance)).findFirst();
  }
}
