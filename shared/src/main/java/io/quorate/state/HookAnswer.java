package io.quorate.state;

import io.quorate.model.InstanceId;
import java.time.Instant;
import java.util.Optional;

/**
 * How a lifecycle hook of an instance is answered. It is recorded before it is sent, and sent until
 * the group shows that the wait is over.
 *
 * @param instance the instance that waits
 * @param hook the hook's name
 * @param result what is answered; empty while the wait is only extended
 * @param decidedAt when it was recorded, by the controller's clock
 * @param askedAt when it was last sent
 * @param failure why the cloud did not accept it
 */
public record HookAnswer(
    InstanceId instance,
    String hook,
    Optional<Result> result,
    Instant decidedAt,
    Optional<Instant> askedAt,
    Optional<String> failure) {
  /** What a hook may be answered. */
  public enum Result {
    /** The lifecycle goes on. */
    CONTINUE,
    /** The launch is given up; the group launches another. */
    ABANDON
  }
}
