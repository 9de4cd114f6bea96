package io.quorate.simulation.faults;

import java.util.Arrays;
import java.util.List;

/**
 * How much of one thing a scenario has. Calm is the value that does no harm: what a failing
 * scenario is shrunk towards.
 */
public enum Knob {
  /** Members desired in each cluster. */
  SIZE(3, 1, 5),
  /** Clusters side by side. */
  CLUSTERS(1, 1, 2),
  /** Whether all that goes wrong befalls the first cluster alone. */
  AIMED(0, 0, 1),
  /** Most milliseconds a store request takes each way. */
  STORE_MILLIS(0, 0, 400),
  /** Store requests that get lost, in thousandths. */
  STORE_LOST(0, 0, 80),
  /** Store requests whose answers get lost, in thousandths. */
  STORE_UNANSWERED(0, 0, 80),
  /** Store requests that are throttled at once, in thousandths. */
  STORE_THROTTLED(0, 0, 150),
  /** Store writes that arrive long after their caller gave up, in thousandths. */
  STORE_LATE(0, 0, 20),
  /** Store writes of which a second copy arrives later, in thousandths. */
  STORE_AGAIN(0, 0, 20),
  /** Most milliseconds a request to the lineage mirror takes each way. */
  ARCHIVE_MILLIS(0, 0, 3_000),
  /** Requests to the lineage mirror that fail, in thousandths. */
  ARCHIVE_LOST(0, 0, 500),
  /** Objects that are created long after their caller gave up, in thousandths. */
  ARCHIVE_LATE(0, 0, 300),
  /** Most milliseconds a call to Auto Scaling or EC2 takes each way. */
  CLOUD_MILLIS(0, 0, 1_500),
  /** Calls to Auto Scaling or EC2 that fail, in thousandths. */
  CLOUD_LOST(0, 0, 150),
  /** Calls to Auto Scaling or EC2 that arrive very late, in thousandths. */
  CLOUD_LATE(0, 0, 50),
  /** Most milliseconds that a listing is old. */
  LISTING_LATE(0, 0, 90_000),
  /** Instances that a listing leaves out, in thousandths. */
  LISTING_FORGETS(0, 0, 100),
  /** Most milliseconds a call to an etcd takes each way. */
  ETCD_MILLIS(0, 0, 300),
  /** Calls to an etcd that get lost, in thousandths. */
  ETCD_LOST(0, 0, 60),
  /** Calls to an etcd whose answers get lost, in thousandths. */
  ETCD_UNANSWERED(0, 0, 60),
  /** Calls to an etcd that arrive very late, in thousandths. */
  ETCD_LATE(0, 0, 20),
  /** Raft messages that get lost, in thousandths. */
  RAFT_LOST(0, 0, 30),
  /** Raft messages that arrive twice, in thousandths. */
  RAFT_TWICE(0, 0, 20),
  /** Most milliseconds a raft message takes. */
  RAFT_MILLIS(2, 1, 60),
  /** Triggers that never arrive, in thousandths. */
  TRIGGERS_LOST(0, 0, 600),
  /** Triggers that arrive twice, in thousandths. */
  TRIGGERS_TWICE(0, 0, 200),
  /** Triggers for nothing in a minute. */
  TRIGGERS_IDLE(0, 0, 90),
  /**
   * Plans that are to be made while things go wrong: triggers for nothing come as often as that
   * takes. At zero they come at their own rate.
   */
  TURNS(0, 0, 300),
  /** Most milliseconds by which a clock is wrong. */
  SKEW_MILLIS(0, 0, 120_000),
  /** Most milliseconds a lifecycle hook holds an instance that comes or goes, then continues. */
  HOOK_MILLIS(0, 0, 120_000),
  /** Whether agents and controllers of different releases run beside one another. */
  MIXED_RELEASES(0, 0, 1),
  /** Whether a new instance gets the address of a terminated one. */
  ADDRESS_REUSE(0, 0, 1),
  /** Raft entries that a learner may trail by when it is promoted. */
  LEARNER_LAG(5_000, 5, 200),
  /**
   * How long the group and the spec's waits take, in percent of the usual; a quick world has more
   * happen in the same time.
   */
  PACE(100, 20, 100),
  /** Milliseconds between two writes of a model client. */
  WRITE_MILLIS(1_000, 200, 5_000),
  /** Whether snapshots are taken, and what is lost is brought back. */
  SNAPSHOTS(0, 0, 1),
  /** Whether the voters' data are compared, and databases defragmented. */
  MAINTENANCE(0, 0, 1),
  /** Whether clusters have a name whose records the controllers keep. */
  NAMED(0, 0, 1),
  /** Calls to Route 53 that are throttled, get lost, lose their answer or come late, each. */
  ZONE_TROUBLE(0, 0, 300),
  /**
   * Whether clusters have certificates, and users and roles: with 1 from their first spec on, with
   * 2 once an operator applies them.
   */
  AUTH(0, 0, 2);

  /** Those that each seed's scenario draws for itself; the others come with what they are for. */
  static final List<Knob> DRAWN =
      Arrays.stream(values()).filter(knob -> knob.compareTo(SNAPSHOTS) < 0).toList();

  private final int calm;
  private final int least;
  private final int most;

  Knob(int calm, int least, int most) {
    this.calm = calm;
    this.least = least;
    this.most = most;
  }

  /** The value that does no harm. */
  public int calm() {
    return calm;
  }

  /** The least value. */
  public int least() {
    return least;
  }

  /** The greatest value. */
  public int most() {
    return most;
  }
}
