package io.quorate.controller.autoscaling;

import io.quorate.controller.view.FailedLaunch;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.autoscaling.AutoScalingClient;
import software.amazon.awssdk.services.autoscaling.model.Activity;
import software.amazon.awssdk.services.autoscaling.model.ScalingActivityStatusCode;

/**
 * The newest launches of groups that have too few instances, each asked for at most every half
 * minute. A group that may not be asked about its activities is one that says nothing of them.
 */
final class LaunchListing {
  private static final Logger LOG = LoggerFactory.getLogger(LaunchListing.class);
  private static final Duration KEPT = Duration.ofSeconds(30);

  /** Others stand between the launches: terminations, refused scale-ins. */
  private static final int LOOKED_AT = 20;

  /** How Auto Scaling's description of a launch begins, in all its variants. */
  private static final String LAUNCH = "Launching";

  /**
   * How Auto Scaling tells of an instance that EC2 accepted and ended before it ran, as one whose
   * volume's key is refused; other launches are cancelled by somebody.
   */
  private static final String ENDED = "Termination Reason:";

  private static final Set<ScalingActivityStatusCode> UNDECIDED =
      Set.of(
          ScalingActivityStatusCode.PENDING_SPOT_BID_PLACEMENT,
          ScalingActivityStatusCode.WAITING_FOR_SPOT_INSTANCE_REQUEST_ID,
          ScalingActivityStatusCode.WAITING_FOR_SPOT_INSTANCE_ID,
          ScalingActivityStatusCode.WAITING_FOR_INSTANCE_ID,
          ScalingActivityStatusCode.PRE_IN_SERVICE,
          ScalingActivityStatusCode.IN_PROGRESS);

  private final AutoScalingClient groups;
  private final InstantSource clock;
  private final Map<String, Known> known = new ConcurrentHashMap<>();

  private record Known(Instant at, Optional<FailedLaunch> failed) {}

  LaunchListing(AutoScalingClient groups, InstantSource clock) {
    this.groups = groups;
    this.clock = clock;
  }

  /** The newest of the group's launches of which EC2 has decided, where that failed. */
  Optional<FailedLaunch> failed(String group) {
    return failed(group, () -> true);
  }

  /** The same; what was known before, where none may be asked about now. */
  Optional<FailedLaunch> failed(String group, BooleanSupplier mayAsk) {
    Instant at = clock.instant();
    Known before = known.get(group);
    if (before != null && Duration.between(before.at(), at).abs().compareTo(KEPT) < 0) {
      return before.failed();
    }
    if (!mayAsk.getAsBoolean()) {
      return Optional.ofNullable(before).flatMap(Known::failed);
    }
    Optional<FailedLaunch> failed = ask(group);
    known.put(group, new Known(at, failed));
    return failed;
  }

  /** Activities come newest first. */
  private Optional<FailedLaunch> ask(String group) {
    try {
      return groups
          .describeScalingActivities(
              request -> request.autoScalingGroupName(group).maxRecords(LOOKED_AT))
          .activities()
          .stream()
          .filter(activity -> text(activity.description()).startsWith(LAUNCH))
          .filter(activity -> !UNDECIDED.contains(activity.statusCode()))
          .findFirst()
          .filter(LaunchListing::isFailed)
          .map(LaunchListing::failed);
    } catch (SdkException e) {
      LOG.warn("activities=silent group={} error=\"{}\"", group, e.getMessage());
      return Optional.empty();
    }
  }

  private static boolean isFailed(Activity activity) {
    return switch (activity.statusCode()) {
      case FAILED -> true;
      case CANCELLED -> text(activity.statusMessage()).contains(ENDED);
      default -> false;
    };
  }

  private static FailedLaunch failed(Activity activity) {
    return new FailedLaunch(activity.startTime(), text(activity.statusMessage()));
  }

  private static String text(String maybe) {
    return Optional.ofNullable(maybe).orElse("");
  }
}
