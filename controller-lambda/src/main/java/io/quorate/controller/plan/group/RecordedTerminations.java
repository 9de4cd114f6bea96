package io.quorate.controller.plan.group;

import io.quorate.controller.plan.facts.ClusterState;
import io.quorate.controller.view.GroupView;
import io.quorate.controller.view.InstanceState;
import io.quorate.model.InstanceId;
import io.quorate.state.ClockReading;
import io.quorate.state.Termination;
import java.time.Duration;
import java.time.Instant;

/**
 * How a recorded termination stands: whether it is to be asked for, was asked for just now, is held
 * back by the quorum, or fails.
 */
public final class RecordedTerminations {
  private static final Duration ASK_AGAIN = Duration.ofSeconds(10);
  private static final Duration ASK_AGAIN_AFTER_FAILURE = Duration.ofMinutes(1);

  /**
   * No Lambda invocation lasts longer, so none that recorded an earlier request can still send it.
   */
  private static final Duration LONGEST_INVOCATION = Duration.ofMinutes(15);

  private RecordedTerminations() {}

  /** By whichever clock: one that is far off causes no delay. */
  public static boolean askedJustNow(Termination intent, Instant now) {
    Duration pause = intent.failure().isPresent() ? ASK_AGAIN_AFTER_FAILURE : ASK_AGAIN;
    return intent
        .askedAt()
        .filter(at -> Duration.between(at, now).abs().compareTo(pause) < 0)
        .isPresent();
  }

  public static boolean pending(ClusterState clusterState, InstanceId instance) {
    return isToBeAsked(clusterState, instance) && !begun(clusterState.instance(instance));
  }

  private static boolean isToBeAsked(ClusterState clusterState, InstanceId instance) {
    return switch (clusterState.view().group()) {
      case GroupView.Unknown unknown -> true;
      case GroupView.Observed group -> group.has(instance) && !group.terminates(instance);
    };
  }

  /** Whether EC2 shows that it is on its way out. */
  public static boolean begun(InstanceState state) {
    return switch (state) {
      case SHUTTING_DOWN, TERMINATED -> true;
      case PENDING, RUNNING, STOPPING, STOPPED, UNKNOWN -> false;
    };
  }

  /** Whether a recorded termination has to wait, for the cluster cannot do without its voter. */
  public static boolean heldBack(ClusterState clusterState, Termination intent) {
    InstanceId instance = intent.instance();
    return pending(clusterState, instance) && !dispensable(clusterState, instance);
  }

  /** Whether it is held back, and no earlier invocation can still ask for it. */
  public static boolean heldBackUnasked(ClusterState clusterState, Termination intent) {
    return heldBack(clusterState, intent) && unasked(clusterState, intent);
  }

  /** A node without a member cannot break a quorum, so no other termination matters to it. */
  public static boolean noOtherUnderWay(ClusterState clusterState, Termination intent) {
    return clusterState.members().listed(intent.instance()).isEmpty()
        || clusterState.status().terminations().stream()
            .filter(other -> !other.equals(intent))
            .allMatch(
                other -> pending(clusterState, other.instance()) && unasked(clusterState, other));
  }

  private static boolean unasked(ClusterState clusterState, Termination intent) {
    Duration mayBeAsked = LONGEST_INVOCATION.plus(ClockReading.CLOCKS_APART);
    Instant since = clusterState.view().observedAt().minus(mayBeAsked);
    return intent.askedAt().filter(at -> at.isAfter(since)).isEmpty();
  }

  /** Whether Auto Scaling did not accept it when last asked. */
  public static boolean failing(ClusterState clusterState, Termination intent) {
    return intent.failure().isPresent() && pending(clusterState, intent.instance());
  }

  /**
   * Whether the cluster keeps its quorum without the instance. Its member stays listed after the
   * instance is gone, so it counts, even if its data is lost: an etcd keeps voting in memory. Such
   * a member is removed first.
   */
  public static boolean dispensable(ClusterState clusterState, InstanceId instance) {
    return clusterState.members().list().isPresent()
        && clusterState.quorum().membershipCurrent()
        && (clusterState.members().listed(instance).isEmpty()
            || clusterState.quorum().keptBeside(instance));
  }
}
