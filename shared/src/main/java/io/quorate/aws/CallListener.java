package io.quorate.aws;

import java.time.Duration;
import java.util.Optional;

/** Is told how each call to AWS ended, on the thread that made it. */
@FunctionalInterface
public interface CallListener {
  /** Where whoever calls tells by itself what was not answered. */
  CallListener NONE = (service, operation, took, failure) -> {};

  /**
   * A call ended.
   *
   * @param service as the SDK names it: {@code Ec2}
   * @param operation as in {@code DescribeInstances}
   * @param took all its attempts together
   * @param failure what was answered instead of a result, or why nothing was
   */
  void ended(String service, String operation, Duration took, Optional<Throwable> failure);
}
