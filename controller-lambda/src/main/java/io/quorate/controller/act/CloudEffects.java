package io.quorate.controller.act;

import io.quorate.controller.decision.CloudEffect;
import io.quorate.model.ClusterName;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Performs effects on the cloud, and says how the cloud took them. */
final class CloudEffects {
  private static final Logger LOG = LoggerFactory.getLogger(CloudEffects.class);

  private final InstanceTerminator terminator;

  CloudEffects(InstanceTerminator terminator) {
    this.terminator = terminator;
  }

  /**
   * How the cloud took an effect.
   *
   * @param word for the turn's log line
   * @param failure why it was not accepted; empty when it was
   */
  record Answer(String word, Optional<String> failure) {}

  /** Performs it once. */
  Answer perform(ClusterName cluster, CloudEffect effect) {
    try {
      return switch (effect) {
        case CloudEffect.TerminateInGroup terminate ->
            new Answer(terminator.terminate(terminate.instance()).name(), Optional.empty());
      };
    } catch (CloudUnavailableException e) {
      LOG.warn("cluster={} terminate={} failed", cluster, effect.instance(), e);
      String why = e.getMessage() == null ? e.toString() : e.getMessage();
      return new Answer("FAILED", Optional.of(why));
    }
  }
}
