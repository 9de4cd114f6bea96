package io.quorate.localcloud.events;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The events of source {@code aws.autoscaling}. */
public final class GroupEvents {
  private final EventOrigin origin;

  /** Events of this origin. */
  public GroupEvents(EventOrigin origin) {
    this.origin = origin;
  }

  /**
   * A lifecycle hook that waits.
   *
   * @param token its lifecycle action token
   * @param groupArn the group's ARN
   * @param group the group's name
   * @param hook the hook's name
   * @param instance the instance that waits
   * @param transition {@code autoscaling:EC2_INSTANCE_LAUNCHING} or {@code …_TERMINATING}
   * @param metadata the hook's NotificationMetadata
   */
  public record Waiting(
      String token,
      String groupArn,
      String group,
      String hook,
      String instance,
      String transition,
      Optional<String> metadata) {}

  /**
   * A launch or termination that ended.
   *
   * @param groupArn the group's ARN
   * @param group the group's name
   * @param activity id of the scaling activity
   * @param instance the instance, empty where none came to be
   * @param zone its availability zone
   * @param subnet its subnet
   * @param description the activity's description
   * @param cause the activity's cause
   * @param statusMessage why it failed, "" when it did not
   * @param started when it began
   * @param ended when it ended
   */
  public record Ended(
      String groupArn,
      String group,
      String activity,
      String instance,
      String zone,
      String subnet,
      String description,
      String cause,
      String statusMessage,
      Instant started,
      Instant ended) {}

  /** {@code EC2 Instance-launch Lifecycle Action} or {@code EC2 Instance-terminate …}. */
  public CloudEvent lifecycleAction(Waiting waiting) {
    boolean launch = waiting.transition().endsWith("LAUNCHING");
    Map<String, Object> detail = new LinkedHashMap<>();
    detail.put("LifecycleActionToken", waiting.token());
    detail.put("AutoScalingGroupName", waiting.group());
    detail.put("LifecycleHookName", waiting.hook());
    detail.put("EC2InstanceId", waiting.instance());
    detail.put("LifecycleTransition", waiting.transition());
    waiting.metadata().ifPresent(text -> detail.put("NotificationMetadata", text));
    detail.put("Origin", launch ? "EC2" : "AutoScalingGroup");
    detail.put("Destination", launch ? "AutoScalingGroup" : "EC2");
    return origin.event(
        "aws.autoscaling",
        "EC2 Instance-%s Lifecycle Action".formatted(launch ? "launch" : "terminate"),
        List.of(waiting.groupArn()),
        detail);
  }

  /** {@code EC2 Instance Launch Successful} or {@code … Unsuccessful}. */
  public CloudEvent launch(Ended ended) {
    return ended("Launch", "EC2", "AutoScalingGroup", ended);
  }

  /** {@code EC2 Instance Terminate Successful} or {@code … Unsuccessful}. */
  public CloudEvent terminate(Ended ended) {
    return ended("Terminate", "AutoScalingGroup", "EC2", ended);
  }

  private CloudEvent ended(String what, String from, String to, Ended ended) {
    boolean failed = !ended.statusMessage().isEmpty();
    Map<String, Object> details = new LinkedHashMap<>();
    details.put("Availability Zone", ended.zone());
    details.put("Subnet ID", ended.subnet());
    Map<String, Object> detail = new LinkedHashMap<>();
    detail.put("StatusCode", failed ? "Failed" : "InProgress");
    detail.put("Description", ended.description());
    detail.put("AutoScalingGroupName", ended.group());
    detail.put("ActivityId", ended.activity());
    detail.put("Details", details);
    detail.put("RequestId", ended.activity());
    detail.put("StatusMessage", ended.statusMessage());
    detail.put("StartTime", millis(ended.started()));
    detail.put("EndTime", millis(ended.ended()));
    detail.put("EC2InstanceId", ended.instance());
    detail.put("Cause", ended.cause());
    detail.put("Origin", from);
    detail.put("Destination", to);
    return origin.event(
        "aws.autoscaling",
        "EC2 Instance %s %s".formatted(what, failed ? "Unsuccessful" : "Successful"),
        ended.instance().isEmpty()
            ? List.of(ended.groupArn())
            : List.of(ended.groupArn(), origin.instanceArn(ended.instance())),
        detail);
  }

  private static String millis(Instant instant) {
    String text = instant.truncatedTo(ChronoUnit.MILLIS).toString();
    return text.contains(".") ? text : text.replace("Z", ".000Z");
  }
}
