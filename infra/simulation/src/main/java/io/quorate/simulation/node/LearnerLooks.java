package io.quorate.simulation.node;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What an agent knew of its own learner whenever it asked for its promotion. */
public final class LearnerLooks {
  /**
   * One look at the lag.
   *
   * @param listedAt when the latest linearizable listing before it was asked for, in milliseconds:
   *     whoever answered knows all that was committed by then
   * @param applied what its own etcd had applied
   */
  public record Look(long listedAt, long applied) {}

  private final List<Look> promotions = new ArrayList<>();
  private long listedAt;
  private Optional<Look> latest = Optional.empty();

  void listed(long askedAt) {
    listedAt = askedAt;
  }

  void own(long applied) {
    latest = Optional.of(new Look(listedAt, applied));
  }

  void promoting(long now) {
    promotions.add(latest.orElseGet(() -> new Look(now, 0)));
  }

  /** The look before each call for a promotion, the oldest first; one that never looked saw 0. */
  public List<Look> promotions() {
    return List.copyOf(promotions);
  }
}
