package io.quorate.spec;

import io.quorate.spec.SpecField.Effect;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/** The fields of the section {@code timings}. */
final class TimingFields {
  static final SpecField<Duration> HEARTBEAT_STEADY =
      duration(
          "heartbeatSteady",
          "20s",
          "500ms",
          "30s",
          Timings::heartbeatSteady,
          "Time between two heartbeats of a node while nothing is under way; each one is a write"
              + " that costs. Above 5s the agent looks every 2s whether there is something to read.");
  static final SpecField<Duration> HEARTBEAT_FAST =
      duration(
          "heartbeatFast",
          "500ms",
          "100ms",
          "2s",
          Timings::heartbeatFast,
          "Time between two heartbeats of a node while something is under way; at most"
              + " heartbeatSteady.");
  static final SpecField<Long> MISSED_HEARTBEATS =
      count(
          "missedHeartbeats",
          2,
          2,
          100,
          timings -> (long) timings.missedHeartbeats(),
          "Steady intervals for which a node's sequence must stand still, as the controller itself"
              + " observes it, before the node counts as silent; one alone may be a lost packet.");
  static final SpecField<Duration> BOOT_TIMEOUT =
      duration(
          "bootTimeout",
          "10m",
          "5s",
          "2h",
          Timings::bootTimeout,
          "How long a launched instance may take to its first heartbeat before it is given up;"
              + " a lifecycle hook waits no longer than 2h.");
  static final SpecField<Duration> BOOTSTRAP_WAIT =
      duration(
          "bootstrapWait",
          "5m",
          "1s",
          "1h",
          Timings::bootstrapWait,
          "How long the bootstrap waits for every desired node before it goes on with a"
              + " quorum of them.");
  static final SpecField<Duration> JOIN_DEADLINE =
      duration(
          "joinDeadline",
          "10m",
          "5s",
          "24h",
          Timings::joinDeadline,
          "How long a new member may take from being added to being a voter before it is removed"
              + " again, so that it cannot block later changes; longer than a node takes to count as"
              + " silent.");
  static final SpecField<Long> LEARNER_LAG =
      count(
          "learnerLag",
          5000,
          1,
          1_000_000,
          Timings::learnerLag,
          "Raft entries that a learner may be behind the leader when it is promoted; etcd's own"
              + " limit of a tenth is too weak at large indexes.");
  static final SpecField<Duration> SILENT_GRACE =
      duration(
          "silentGrace",
          "1m",
          "1s",
          "24h",
          Timings::silentGrace,
          "How long the leader must see a silent member inactive before it may be replaced; at"
              + " least as long as a node takes to count as silent and two election timeouts.");
  static final SpecField<Duration> STOPPED_GRACE =
      duration(
          "stoppedGrace",
          "10m",
          "1s",
          "24h",
          Timings::stoppedGrace,
          "How long an instance that EC2 shows stopped may stay so before its node may be replaced;"
              + " its disk is whole, and to start it is cheaper. Never before silentGrace has passed, too.");
  static final SpecField<Duration> RESTART_BACKOFF_MAX =
      duration(
          "restartBackoffMax",
          "30s",
          "100ms",
          "10m",
          Timings::restartBackoffMax,
          "The longest pause between two restarts of an etcd that keeps stopping; the first restart"
              + " is at once.");
  static final SpecField<Duration> CONTROL_RECORD_WAIT =
      duration(
          "controlRecordWait",
          "3s",
          "100ms",
          "1m",
          Timings::controlRecordWait,
          "How long an agent that starts waits for the control record before it starts etcd on its"
              + " own data, as it must while the control plane is down.");
  static final SpecField<Duration> STOP_GRACE =
      duration(
          "stopGrace",
          "20s",
          "1s",
          "5m",
          Timings::stopGrace,
          "How long etcd may take to stop on SIGTERM before SIGKILL.");

  static final List<SpecField<?>> ALL =
      List.of(
          HEARTBEAT_STEADY,
          HEARTBEAT_FAST,
          MISSED_HEARTBEATS,
          BOOT_TIMEOUT,
          BOOTSTRAP_WAIT,
          JOIN_DEADLINE,
          LEARNER_LAG,
          SILENT_GRACE,
          STOPPED_GRACE,
          RESTART_BACKOFF_MAX,
          CONTROL_RECORD_WAIT,
          STOP_GRACE);

  private TimingFields() {}

  static Timings read(SpecValues values) {
    return new Timings(
        values.get(HEARTBEAT_STEADY),
        values.get(HEARTBEAT_FAST),
        Math.toIntExact(values.get(MISSED_HEARTBEATS)),
        values.get(BOOT_TIMEOUT),
        values.get(BOOTSTRAP_WAIT),
        values.get(JOIN_DEADLINE),
        values.get(LEARNER_LAG),
        values.get(SILENT_GRACE),
        values.get(STOPPED_GRACE),
        values.get(RESTART_BACKOFF_MAX),
        values.get(CONTROL_RECORD_WAIT),
        values.get(STOP_GRACE));
  }

  private static SpecField<Duration> duration(
      String name,
      String standard,
      String least,
      String most,
      Function<Timings, Duration> of,
      String meaning) {
    return field(name, ScalarKind.duration(least, most), standard, of, meaning);
  }

  private static SpecField<Long> count(
      String name,
      long standard,
      long least,
      long most,
      Function<Timings, Long> of,
      String meaning) {
    return field(name, ScalarKind.count(least, most), standard, of, meaning);
  }

  private static <T> SpecField<T> field(
      String name, FieldKind<T> kind, Object standard, Function<Timings, T> of, String meaning) {
    return SpecField.optional(
        "timings." + name,
        kind,
        standard,
        Effect.AT_ONCE,
        spec -> of.apply(spec.timings()),
        meaning);
  }
}
