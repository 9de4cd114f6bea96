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
  private final LifecycleHooks hooks;
  private final HostedZones zones;

  CloudEffects(InstanceTerminator terminator, LifecycleHooks hooks, HostedZones zones) {
    this.terminator = terminator;
    this.hooks = hooks;
    this.zones = zones;
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
        case CloudEffect.TerminateAtEc2 terminate -> {
          terminator.terminateAtEc2(cluster, terminate.instance());
          yield new Answer("ACCEPTED", Optional.empty());
        }
        case CloudEffect.CompleteHook complete ->
            hook(
                hooks.complete(
                    complete.group(), complete.hook(), complete.instance(), complete.result()),
                complete.hook());
        case CloudEffect.ExtendHook extend ->
            hook(hooks.extend(extend.group(), extend.hook(), extend.instance()), extend.hook());
        case CloudEffect.ChangeRecords records -> {
          zones.change(records.zone(), records.changes());
          yield new Answer("ACCEPTED", Optional.empty());
        }
      };
    } catch (CloudUnavailableException e) {
      LOG.warn("cluster={} effect={} failed", cluster, effect, e);
      String why = e.getMessage() == null ? e.toString() : e.getMessage();
      return new Answer("FAILED", Optional.of(why));
    }
  }

  /**
   * An instance that does not wait was answered before. If the group still shows it as waiting, the
   * listing is late or another hook holds it: the status says so, and the answer is sent again less
   * often.
   */
  private static Answer hook(LifecycleHooks.Answer answer, String hook) {
    return switch (answer) {
      case ACCEPTED -> new Answer(answer.name(), Optional.empty());
      case NOTHING_WAITS ->
          new Answer(answer.name(), Optional.of("it does not wait at hook " + hook + " any more"));
    };
  }
}
