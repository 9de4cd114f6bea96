package io.quorate.state;

import io.quorate.model.FencingToken;
import io.quorate.model.InstanceId;
import io.quorate.wire.Wire;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * The lease record: who acts as controller, and what controllers have observed.
 *
 * @param owner nonce of the holder; empty while free
 * @param token counts the takes; never falls while the record lives
 * @param until after which another may take it, by the clocks of the contenders; safety never rests
 *     on it, only on the token
 * @param heartbeatProgress the latest look at each heartbeat
 * @param controllerVersion the release of the controller that last took it for a turn, for people;
 *     absent before a release that tells it
 * @param unanswered the calls to AWS that turns do not get answered, by operation
 */
@Wire.Derived(value = "until", after = "until")
public record Lease(
    String owner,
    FencingToken token,
    @Wire.EpochMillis Instant until,
    @Wire.AddedLater Map<InstanceId, HeartbeatProgress> heartbeatProgress,
    Optional<String> controllerVersion,
    @Wire.Sparse Map<String, UnansweredCall> unanswered) {
  /** For how long a turn takes it; its end less this is when the turn began. */
  public static final Duration LENGTH = Duration.ofSeconds(30);

  /** Of a controller that does not tell its release. */
  public Lease(
      String owner,
      FencingToken token,
      Instant until,
      Map<InstanceId, HeartbeatProgress> heartbeatProgress) {
    this(owner, token, until, heartbeatProgress, Optional.empty(), Map.of());
  }

  public Lease {
    heartbeatProgress = Map.copyOf(heartbeatProgress);
    unanswered = Map.copyOf(unanswered);
  }
}
