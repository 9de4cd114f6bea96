package io.quorate.state;

import io.quorate.model.InstanceId;
import java.time.Instant;
import java.util.Optional;

/**
 * A recorded intent to terminate an instance. It is never cancelled: a stale controller may still
 * perform it.
 *
 * @param instance the instance
 * @param because why, for people
 * @param decidedAt by the controller's clock
 * @param askedAt when it was last asked of Auto Scaling, by that controller's clock; empty before
 * @param failure why Auto Scaling did not accept it when last asked; empty when it did
 */
public record Termination(
    InstanceId instance,
    String because,
    Instant decidedAt,
    Optional<Instant> askedAt,
    Optional<String> failure) {

  /** One that nobody has asked of Auto Scaling yet. */
  public static Termination decided(InstanceId instance, String because, Instant at) {
    return new Termination(instance, because, at, Optional.empty(), Optional.empty());
  }

  /** This one, asked of Auto Scaling now; how that took the last time still stands. */
  public Termination asked(Instant at) {
    return new Termination(instance, because, decidedAt, Optional.of(at), failure);
  }

  /** This one, with how Auto Scaling took it. */
  public Termination answered(Optional<String> failed) {
    return new Termination(instance, because, decidedAt, askedAt, failed);
  }
}
