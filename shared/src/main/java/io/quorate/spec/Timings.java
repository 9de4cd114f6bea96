package io.quorate.spec;

import java.time.Duration;

/**
 * How fast Quorate looks, waits and gives up. Defaults, bounds and the reasons for them stand in
 * {@link TimingFields}.
 *
 * @param heartbeatSteady between two heartbeats of a node while nothing is under way
 * @param heartbeatFast between two heartbeats of a node while something is under way
 * @param missedHeartbeats steady intervals for which a node's sequence must stand still, across the
 *     controller's own observations, before the node counts as silent
 * @param bootTimeout how long a launched instance may take to its first heartbeat
 * @param bootstrapWait how long the first bootstrap waits for every desired node before it goes on
 *     with a quorum of them
 * @param joinDeadline how long a new member may take from being added to being a voter
 * @param learnerLag raft entries that a learner may be behind the leader when it is promoted
 * @param silentGrace how long the leader must see a silent member inactive before it may be
 *     replaced
 * @param stoppedGrace how long an instance that EC2 shows stopped may stay so before its node may
 *     be replaced
 * @param restartBackoffMax the longest pause between two restarts of a crashing etcd
 * @param controlRecordWait how long an agent that starts waits for the control record before it
 *     starts etcd on its own data
 * @param stopGrace how long etcd may take to stop on SIGTERM before SIGKILL
 */
public record Timings(
    Duration heartbeatSteady,
    Duration heartbeatFast,
    int missedHeartbeats,
    Duration bootTimeout,
    Duration bootstrapWait,
    Duration joinDeadline,
    long learnerLag,
    Duration silentGrace,
    Duration stoppedGrace,
    Duration restartBackoffMax,
    Duration controlRecordWait,
    Duration stopGrace) {

  /** Heartbeats that come as often as this bring every change in time by themselves. */
  private static final Duration OFTEN = Duration.ofSeconds(5);

  /**
   * Whether steady heartbeats are so far apart that a settled agent glances at the notice in
   * between.
   */
  public boolean seldom() {
    return heartbeatSteady.compareTo(OFTEN) > 0;
  }

  /** How long a node's sequence stands still before the node counts as silent. */
  public Duration silenceAfter() {
    return heartbeatSteady.multipliedBy(missedHeartbeats);
  }
}
