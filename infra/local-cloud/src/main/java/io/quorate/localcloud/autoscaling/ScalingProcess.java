package io.quorate.localcloud.autoscaling;

import io.quorate.localcloud.protocol.AwsError;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The processes of a group that can be suspended. */
public enum ScalingProcess {
  /** Adds instances. */
  LAUNCH("Launch"),
  /** Removes instances. */
  TERMINATE("Terminate"),
  /** Emulated by nothing: no load balancer here. */
  ADD_TO_LOAD_BALANCER("AddToLoadBalancer"),
  /** Emulated by nothing: no alarms here. */
  ALARM_NOTIFICATION("AlarmNotification"),
  /** Evens the zones out, also by terminating healthy instances. */
  AZ_REBALANCE("AZRebalance"),
  /** Marks instances unhealthy that EC2 reports as not running. */
  HEALTH_CHECK("HealthCheck"),
  /** Emulated by nothing: no instance refresh here. */
  INSTANCE_REFRESH("InstanceRefresh"),
  /** Terminates unhealthy instances. */
  REPLACE_UNHEALTHY("ReplaceUnhealthy"),
  /** Emulated by nothing: no scheduled actions here. */
  SCHEDULED_ACTIONS("ScheduledActions");

  private final String wireName;

  ScalingProcess(String wireName) {
    this.wireName = wireName;
  }

  /** The process's name in requests and replies. */
  public String wireName() {
    return wireName;
  }

  /** The processes of these names; all of them for none. */
  static Set<ScalingProcess> of(List<String> names) {
    if (names.isEmpty()) {
      return EnumSet.allOf(ScalingProcess.class);
    }
    Set<ScalingProcess> found = EnumSet.noneOf(ScalingProcess.class);
    for (String name : names) {
      found.add(
          Arrays.stream(values())
              .filter(process -> process.wireName.equals(name))
              .findFirst()
              .orElseThrow(
                  () -> AwsError.validation("Scaling process %s is unknown".formatted(name))));
    }
    return found;
  }
}
