package io.quorate.simulation.counterfactual;

import io.quorate.model.InstanceId;
import io.quorate.model.MemberId;

/**
 * A member as it truly is.
 *
 * @param member its id
 * @param instance where its disk is
 * @param standing whether it can serve
 * @param end where its synced log ends
 * @param holdsAcked whether that log holds every acknowledged write
 */
public record TrueVoter(
    MemberId member, InstanceId instance, VoterState standing, LogEnd end, boolean holdsAcked) {

  /** The same with another standing. */
  public TrueVoter with(VoterState next) {
    return new TrueVoter(member, instance, next, end, holdsAcked);
  }
}
