package io.quorate.controller.autoscaling;

import io.quorate.controller.observe.BulkDescriber;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.autoscaling.AutoScalingClient;
import software.amazon.awssdk.services.autoscaling.model.LifecycleHook;

/**
 * The lifecycle hooks of groups. While an instance waits at a hook they are asked for in each turn;
 * else once a minute, and more seldom in a large fleet, since they hardly ever change and each call
 * counts against the account's limits.
 */
final class HookListing {
  private static final Logger LOG = LoggerFactory.getLogger(HookListing.class);
  private static final Duration KEPT = Duration.ofMinutes(1);

  private final AutoScalingClient groups;
  private final InstantSource clock;
  private final Map<String, Known> known = new ConcurrentHashMap<>();

  private record Known(Instant at, Optional<List<LifecycleHook>> hooks) {}

  HookListing(AutoScalingClient groups, InstantSource clock) {
    this.groups = groups;
    this.clock = clock;
  }

  /**
   * The hooks of a group; empty where Auto Scaling did not answer.
   *
   * @param now whether an older answer than of this moment will not do
   */
  Optional<List<LifecycleHook>> of(String group, boolean now) {
    Instant at = clock.instant();
    Known before = known.get(group);
    if (!now && before != null && Duration.between(before.at(), at).abs().compareTo(KEPT) < 0) {
      return before.hooks();
    }
    Optional<List<LifecycleHook>> hooks = ask(group);
    known.put(group, new Known(at, hooks));
    return hooks;
  }

  /**
   * The hooks of one of many groups, as they were last known; asked for when it is the group's
   * minute, and where an instance waits, as far as may be asked.
   *
   * @param waits whether a hook holds an instance
   */
  Optional<List<LifecycleHook>> ofMany(String group, boolean waits, BulkDescriber.Terms terms) {
    Instant at = clock.instant();
    Optional<Known> before = Optional.ofNullable(known.get(group));
    Duration kept = waits ? KEPT : terms.hooksEvery();
    boolean young =
        before
            .filter(one -> Duration.between(one.at(), at).abs().compareTo(kept) < 0)
            .filter(one -> one.hooks().isPresent())
            .isPresent();
    if (!young && (terms.due(group, at) || (waits && terms.mayAsk().getAsBoolean()))) {
      return of(group, true);
    }
    return before.flatMap(Known::hooks);
  }

  private Optional<List<LifecycleHook>> ask(String group) {
    try {
      return Optional.of(
          groups
              .describeLifecycleHooks(request -> request.autoScalingGroupName(group))
              .lifecycleHooks());
    } catch (SdkException e) {
      LOG.warn("hooks=silent group={} error=\"{}\"", group, e.getMessage());
      return Optional.empty();
    }
  }
}
