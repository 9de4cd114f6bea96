package io.quorate.recovery;

import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;
import io.quorate.wire.Wire;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What an operator approved: the plan of one recovery, named by its hash. It binds to what is to
 * become of everyone who may hold data, and to the source; the commit checks that both came true.
 *
 * @param hash of the plan, as the operator gave it
 * @param by who approved, for people
 * @param at when, by the controller's clock
 * @param ends what is to become of everyone who may hold data
 * @param source the snapshot to restore; empty where the disks that are left are salvaged
 * @param noOtherHolder whether the operator says that nobody beside these may hold data, where the
 *     table has lost the record of who was let have any
 * @param membersGivenUp listed members without an instance of which the operator says that they
 *     never started, or are gone
 */
public record Approval(
    String hash,
    String by,
    Instant at,
    Map<InstanceId, End> ends,
    Optional<RecoverySource> source,
    @Wire.Sparse boolean noOtherHolder,
    @Wire.Sparse List<MemberId> membersGivenUp) {
  /** What is to become of one instance that may hold data. */
  public enum End {
    /** Its member is stopped for good, and its directory archived; its data may be salvaged. */
    FENCED,
    /** It is proved to hold nothing. */
    GONE,
    /** Whatever it holds is given up: it is terminated at EC2, and awaited. */
    ACCEPTED_LOST,
    /** It has no row, and EC2 does not know it any more: the operator says that it is gone. */
    FORGOTTEN
  }

  /** Keeps the ends in the order of the instances. */
  public Approval {
    ends = Collections.unmodifiableMap(new TreeMap<>(ends));
    membersGivenUp = membersGivenUp.stream().distinct().sorted().toList();
  }

  /** Of holders that are on record. */
  public Approval(
      String hash,
      String by,
      Instant at,
      Map<InstanceId, End> ends,
      Optional<RecoverySource> source) {
    this(hash, by, at, ends, source, false, List.of());
  }
}
