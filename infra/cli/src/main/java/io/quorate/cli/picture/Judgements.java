package io.quorate.cli.picture;

import io.quorate.controller.plan.Judgement;
import io.quorate.state.Birth;
import io.quorate.state.ClockReading;
import io.quorate.state.Heartbeat;
import io.quorate.state.Lineage;
import io.quorate.state.Observation;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * The planner's judgement on what the tables alone tell: silence by the looks that the controller
 * left in its lease and by this one, never by the clocks of nodes.
 *
 * @param picture what was read
 * @param judgement the planner's own
 */
record Judgements(ClusterPicture picture, Judgement judgement) {
  static Judgements on(ClusterPicture picture) {
    Judgement judgement =
        new Judgement(
            picture.spec().map(s -> s.spec().timings().silenceAfter()).orElse(Duration.ZERO),
            picture.lineage().flatMap(Lineage::birth).map(Birth::clusterId),
            picture.status().map(status -> status.tombstones().keySet()).orElse(Set.of()));
    return new Judgements(picture, judgement);
  }

  /** Whether this very heartbeat has stood still for long enough; reading it is one more look. */
  boolean silent(Heartbeat node) {
    return observation(node).filter(judgement::silent).isPresent();
  }

  /** Whether it proves a quorum, whatever became of its disk. */
  boolean answering(Heartbeat node) {
    return judgement.answeringUnlessSilent(node) && !silent(node);
  }

  boolean serving(Heartbeat node) {
    return judgement.servingUnlessSilent(node) && !silent(node);
  }

  private Optional<Observation> observation(Heartbeat node) {
    return picture
        .lease()
        .map(lease -> lease.observations().get(node.instance()))
        .filter(seen -> seen.bootNonce().equals(node.boot().nonce()))
        .filter(seen -> seen.sequence() == node.sequence())
        .map(
            seen ->
                seen.then(
                    node.boot(), node.sequence(), new ClockReading("reader", picture.readAt())));
  }
}
