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
 * @param result what is answered; empty while the wait is only extended, or remembered
 * @param decidedAt when it was recorded, by the controller's clock
 * @param askedAt when it was last sent
 * @param failure why the cloud did not accept it
 * @param heldAt when an extension that the cloud accepted was sent; no listing shows one
 */
public record HookAnswer(
    InstanceId instance,
    String hook,
    Optional<Result> result,
    Instant decidedAt,
    Optional<Instant> askedAt,
    Optional<String> failure,
    Optional<Instant> heldAt) {
  /** The name of the hook that holds an instance on its way into service. */
  public static final String LAUNCH = "quorate-launch";

  /** The name of the hook that holds an instance before it is terminated. */
  public static final String TERMINATE = "quorate-terminate";

  /** What a hook may be answered. */
  public enum Result {
    /** The lifecycle goes on. */
    CONTINUE,
    /** The launch is given up; the group launches another. */
    ABANDON
  }

  /** One that was not sent yet. */
  public static HookAnswer decided(
      InstanceId instance, String hook, Optional<Result> result, Instant at) {
    return new HookAnswer(
        instance, hook, result, at, Optional.empty(), Optional.empty(), Optional.empty());
  }

  /** What tells it from other answers. */
  public String key() {
    return instance + "/" + hook;
  }

  /** Whether it is about this hook of this instance. */
  public boolean about(InstanceId of, String name) {
    return instance.equals(of) && hook.equals(name);
  }

  /** Whether the instance may be terminated from this answer on. */
  public boolean ends() {
    return hook.equals(TERMINATE)
        ? result.isPresent()
        : result.filter(Result.ABANDON::equals).isPresent();
  }

  /** Whether the cloud is known to have accepted the extension that was sent last. */
  public boolean holds() {
    return heldAt.isPresent() && heldAt.equals(askedAt);
  }

  /** This one, sent now; how the cloud took it the last time still stands. */
  public HookAnswer asked(Instant at) {
    return new HookAnswer(instance, hook, result, decidedAt, Optional.of(at), failure, heldAt);
  }

  /** This one, with how the cloud took it. */
  public HookAnswer answered(Optional<String> failed) {
    boolean extended = result.isEmpty() && failed.isEmpty();
    return new HookAnswer(
        instance, hook, result, decidedAt, askedAt, failed, extended ? askedAt : heldAt);
  }
}
