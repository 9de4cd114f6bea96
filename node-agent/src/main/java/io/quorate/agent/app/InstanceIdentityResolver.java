package io.quorate.agent.app;

import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Learns which instance this is however long the metadata service is silent: an agent that exited
 * instead would help nobody. Until then the identity that is remembered for this machine is used.
 */
final class InstanceIdentityResolver {
  private static final Logger LOG = LoggerFactory.getLogger(InstanceIdentityResolver.class);

  private final Supplier<InstanceIdentity> asked;
  private final Supplier<Optional<InstanceIdentity>> remembered;
  private final RetryPause pause;

  /**
   * @param asked throws an InstanceUnknownException when it is not told
   * @param remembered what is proven to be of this machine
   */
  InstanceIdentityResolver(
      Supplier<InstanceIdentity> asked,
      Supplier<Optional<InstanceIdentity>> remembered,
      RetryPause pause) {
    this.asked = asked;
    this.remembered = remembered;
    this.pause = pause;
  }

  /**
   * What was found.
   *
   * @param told whether settings and service told it now, so that nothing is to be checked later
   */
  record Found(InstanceIdentity identity, boolean told) {}

  Found find() throws InterruptedException {
    return learn(remembered, false);
  }

  /** Waits for the service's word on what was remembered. */
  InstanceIdentity confirm() throws InterruptedException {
    pause.take();
    return learn(Optional::empty, true).identity();
  }

  private Found learn(Supplier<Optional<InstanceIdentity>> otherwise, boolean toldOf)
      throws InterruptedException {
    boolean warned = toldOf;
    while (true) {
      try {
        return new Found(asked.get(), true);
      } catch (InstanceUnknownException e) {
        Optional<InstanceIdentity> known = otherwise.get();
        if (!warned) {
          warn(e, known);
        }
        if (known.isPresent()) {
          return new Found(known.get(), false);
        }
        warned = true;
        pause.take();
      }
    }
  }

  private static void warn(InstanceUnknownException e, Optional<InstanceIdentity> known) {
    LOG.warn(
        "event=instance-not-told detail=\"{}\" going-by=\"{}\" next=\"asked again until it answers\"",
        e.getMessage(),
        known.map(InstanceIdentity::toString).orElse("nothing: etcd is left as it is"));
  }
}
