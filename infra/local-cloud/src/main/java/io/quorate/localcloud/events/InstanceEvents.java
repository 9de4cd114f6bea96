package io.quorate.localcloud.events;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The events of source {@code aws.ec2}. */
public final class InstanceEvents {
  private final EventOrigin origin;

  /** Events of this origin. */
  public InstanceEvents(EventOrigin origin) {
    this.origin = origin;
  }

  /** {@code EC2 Instance State-change Notification}. */
  public CloudEvent stateChange(String instance, String state) {
    Map<String, Object> detail = new LinkedHashMap<>();
    detail.put("instance-id", instance);
    detail.put("state", state);
    return event("EC2 Instance State-change Notification", instance, detail);
  }

  /** {@code EC2 Spot Instance Interruption Warning}, two minutes ahead of the action. */
  public CloudEvent spotInterruption(String instance, String action) {
    Map<String, Object> detail = new LinkedHashMap<>();
    detail.put("instance-id", instance);
    detail.put("instance-action", action);
    return event("EC2 Spot Instance Interruption Warning", instance, detail);
  }

  /** {@code EC2 Instance Rebalance Recommendation}. */
  public CloudEvent rebalanceRecommendation(String instance) {
    return event(
        "EC2 Instance Rebalance Recommendation", instance, Map.of("instance-id", instance));
  }

  private CloudEvent event(String type, String instance, Map<String, Object> detail) {
    return origin.event("aws.ec2", type, List.of(origin.instanceArn(instance)), detail);
  }
}
