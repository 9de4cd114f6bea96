package io.quorate.localcloud.autoscaling;

import java.time.Duration;
import java.util.List;

/**
 * How groups behave.
 *
 * @param account AWS account of ARNs
 * @param region AWS region of ARNs
 * @param zones the region's zones, in order; subnets are counted off onto them
 * @param tick how often a group is looked at when nothing wakes the loop
 * @param shortestHeartbeat smallest HeartbeatTimeout that hooks may ask for; 30 s in AWS
 * @param launchRetry pause after a failed launch
 */
public record AutoScalingSettings(
    String account,
    String region,
    List<String> zones,
    Duration tick,
    Duration shortestHeartbeat,
    Duration launchRetry) {
  public AutoScalingSettings {
    zones = List.copyOf(zones);
  }

  /** AWS's limits, a quick loop. */
  public static AutoScalingSettings of(String account, String region, List<String> zones) {
    return new AutoScalingSettings(
        account,
        region,
        zones,
        Duration.ofMillis(50),
        Duration.ofSeconds(30),
        Duration.ofSeconds(1));
  }

  /** The same with a smaller least heartbeat, for tests that wait for one to end. */
  public AutoScalingSettings withShortestHeartbeat(Duration shortest) {
    return new AutoScalingSettings(account, region, zones, tick, shortest, launchRetry);
  }
}
