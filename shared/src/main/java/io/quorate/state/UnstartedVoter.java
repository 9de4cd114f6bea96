package io.quorate.state;

import java.time.Instant;
import java.util.Optional;

/**
 * What the controller has seen of a listed voter that has no name and belongs to no node: somebody
 * added it by hand.
 *
 * @param since when the controller first saw it listed
 * @param heard whether any voter ever had a sign of life of it: then it may hold data, and it is
 *     never removed by itself
 * @param provenAt since when it is proved that it never started; empty while that is not proved
 */
public record UnstartedVoter(Instant since, boolean heard, Optional<Instant> provenAt) {
  /** One that is seen for the first time. */
  public static UnstartedVoter seen(Instant now) {
    return new UnstartedVoter(now, false, Optional.empty());
  }

  /** The same once somebody had a sign of life of it: nothing is proved any more, for good. */
  public UnstartedVoter heardOf() {
    return new UnstartedVoter(since, true, Optional.empty());
  }

  /** The same once it is proved that it never started. */
  public UnstartedVoter proved(Instant now) {
    return new UnstartedVoter(since, heard, provenAt.or(() -> Optional.of(now)));
  }
}
