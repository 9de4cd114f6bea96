package io.quorate.simulation.faults;

/** What can go wrong once. */
public enum FaultKind {
  /** The agent alone is killed; its unit starts it again after the amount. */
  KILL_AGENT(500, 60_000),
  /** The agent crashes before its port call of this number from now. */
  CRASH_AGENT_BEFORE(0, 60),
  /** The agent crashes after its port call of this number from now. */
  CRASH_AGENT_AFTER(0, 60),
  /** An agent that executes an instruction crashes before its port call of this number from now. */
  CRASH_EXECUTOR_BEFORE(0, 12),
  /** An agent that executes an instruction crashes after its port call of this number from now. */
  CRASH_EXECUTOR_AFTER(0, 12),
  /** A machine that executes an instruction stands still. */
  FREEZE_EXECUTOR(1_000, 300_000),
  /** The same for good: nobody but a controller ends it. */
  HANG_EXECUTOR(0, 1),
  /** A machine that executes an instruction is terminated. */
  TERMINATE_EXECUTOR(0, 1),
  /** A machine that executes an instruction loses its power for the amount. */
  POWER_LOSS_EXECUTOR(1_000, 60_000),
  /** The same, and it comes back with an empty disk. */
  NEW_DISK_EXECUTOR(1_000, 60_000),
  /** A machine that executes an instruction loses its power within a save of its journal. */
  POWER_LOSS_SAVING(1_000, 60_000),
  /** A machine that executes an instruction reaches nothing. */
  CUT_EXECUTOR(1_000, 240_000),
  /** The etcd of a machine that executes an instruction neither hears its peers nor is heard. */
  ISOLATE_EXECUTOR(1_000, 180_000),
  /**
   * The machine that begins so manieth a step of an instruction from now dies at once, for good.
   */
  LOSE_EXECUTOR(0, 9),
  /** What peers send to the next learner that is started takes the amount, for two minutes. */
  SLOW_LEARNER(2_000, 8_000),
  /** The agent alone stands still. */
  FREEZE_AGENT(1_000, 120_000),
  /**
   * The etcd process is killed; by an amount of 1 it ends itself, and its exit code says nothing.
   */
  KILL_ETCD(0, 1),
  /** The whole machine stands still. */
  FREEZE_MACHINE(1_000, 180_000),
  /** The same for good: nobody but a controller ends it. */
  HANG_MACHINE(0, 1),
  /** The machine loses its power, and comes back after the amount. */
  POWER_LOSS(1_000, 120_000),
  /** Every machine loses its power at once. */
  POWER_LOSS_ALL(1_000, 60_000),
  /** Somebody deletes the data directory, under the running etcd. */
  WIPE(0, 1),
  /** The machine comes back with an empty disk. */
  NEW_DISK(1_000, 60_000),
  /** The machine comes back without its data directory, but with its agent's journal. */
  LOSE_DIRECTORY(1_000, 60_000),
  /**
   * The machine comes back with its data directory as it was that long ago, beside today's journal.
   */
  ROLL_BACK_DIRECTORY(5_000, 120_000),
  /** The machine comes back with its disk as it was that long ago. */
  ROLL_BACK_DISK(5_000, 120_000),
  /** The member's peers cannot reach it, nor it them. */
  ISOLATE_PEER(1_000, 180_000),
  /** The member hears nobody, but all hear it. */
  DEAFEN_PEER(1_000, 120_000),
  /** Nobody hears the member, but it hears all. */
  MUTE_PEER(1_000, 120_000),
  /** Two machines cannot reach each other, or only one the other; both reach all else. */
  CUT_LINK(1_000, 240_000),
  /** The machines fall into two groups that cannot reach each other. */
  PARTITION(1_000, 180_000),
  /** The agent cannot reach the store. */
  CUT_AGENT_FROM_STORE(1_000, 180_000),
  /**
   * The disk is full: the agent can write nothing, etcd lives on the log it made room for, or dies.
   */
  FULL_DISK(1_000, 120_000),
  /** The clock of the agent's machine jumps. */
  AGENT_CLOCK_JUMP(1_000, 600_000),
  /** The agent is of a later release for a while, and writes what this one must refuse to read. */
  NEXT_SCHEMA_ROW(1_000, 120_000),
  /** A later release wrote the spec or the status; somebody puts it right after the amount. */
  NEXT_SCHEMA_RECORD(1_000, 120_000),
  /** The agent cannot reach any etcd but its own. */
  CUT_AGENT_FROM_PEERS(1_000, 120_000),
  /** The machine reaches nothing at all. */
  CUT_MACHINE(1_000, 240_000),
  /** The store answers nobody. */
  STORE_OUTAGE(1_000, 180_000),
  /** Auto Scaling and EC2 answer nobody. */
  CLOUD_OUTAGE(1_000, 180_000),
  /** The lineage mirror does not answer. */
  ARCHIVE_OUTAGE(1_000, 180_000),
  /** The function is not invoked, whatever triggers it. */
  LAMBDA_OUTAGE(1_000, 180_000),
  /** Store, lineage mirror, cloud and function are all gone at once. */
  CONTROL_PLANE_OUTAGE(10_000, 600_000),
  /**
   * A person restores the clusters table as it was that long ago; each second time, the nodes table
   * with it.
   */
  RESTORE_TABLE(5_000, 300_000),
  /** The controller cannot reach the store. */
  CUT_CONTROLLER_FROM_STORE(1_000, 120_000),
  /** A person, a spot market or a health check ends an instance. */
  TERMINATE(0, 1),
  /** The group balances its zones: launches one more, then ends another. */
  REBALANCE(0, 60_000),
  /** A person stops an instance and starts it again. */
  STOP_START(5_000, 180_000),
  /** A person takes an instance out of its group. */
  DETACH(0, 1),
  /** A controller invocation crashes before its port call of this number from now. */
  CRASH_CONTROLLER_BEFORE(0, 20),
  /** A controller invocation crashes after its port call of this number from now. */
  CRASH_CONTROLLER_AFTER(0, 20),
  /** A controller invocation stands still, perhaps past its lease. */
  FREEZE_CONTROLLER(1_000, 120_000),
  /** All clocks of controllers jump. */
  CONTROLLER_CLOCK_JUMP(1_000, 600_000),
  /** An operator applies a changed spec, perhaps while another does. */
  APPLY_SPEC(0, 3),
  /** The machine comes back with a copy of another's disk, as from an image made of that one. */
  DISK_OF_ANOTHER(1_000, 60_000),
  /** Most other clusters of the fleet are listed as unhealthy, all from the same moment on. */
  OTHERS_FALL(30_000, 170_000),
  /** An instance ends at EC2, which the group neither began nor acts on. */
  TERMINATE_AT_EC2(0, 1),
  /** A person stops an instance, and starts it again after longer than it may stay stopped. */
  STOP_LONG(200_000, 600_000),
  /**
   * A person sets the group's desired capacity to the amount, once the cluster was bootstrapped.
   */
  DESIRE(0, 5),
  /**
   * A majority of the machines is terminated, loses its data directories, or its disks, by the
   * amount.
   */
  LOSE_MOST(0, 5),
  /** The same of all machines. */
  LOSE_ALL(0, 5),
  /** Somebody damages the newest snapshot in the bucket. */
  SPOIL_SNAPSHOT(0, 1),
  /** An operator rolls the cluster back to a snapshot, which of them by the pick. */
  ROLL_BACK_CLUSTER(0, 1),
  /**
   * The cluster's records are deleted, with an odd amount the nodes' rows, too; from 2 on somebody
   * applies the spec anew before they are rebuilt.
   */
  EMPTY_TABLE(0, 3),
  /**
   * A person adds a member by hand, of a machine that never starts: a voter, with an odd amount a
   * learner.
   */
  ADD_MEMBER(0, 1),
  /** A person lists a voter, by the pick, at a peer URL where nobody listens. */
  CHANGE_PEER_URL(0, 1),
  /**
   * A disk damages its member's data, and etcd ends of that; with an odd amount the next member's,
   * too.
   */
  DAMAGE_DATA(0, 1),
  /** A byte of a value changes on a member's disk: etcd serves on, with another value. */
  CHANGE_BYTE(0, 1),
  /** Most of each member's database is free pages from now on. */
  FRAGMENT(0, 1),
  /**
   * Clients fill the database up to its quota with old revisions: with those that etcd need not
   * keep, with an odd amount up to the newest one.
   */
  FILL(0, 1),
  /** EC2 answers nobody, while Auto Scaling does. */
  EC2_OUTAGE(1_000, 600_000),
  /** Auto Scaling answers nobody, while EC2 does. */
  AUTO_SCALING_OUTAGE(1_000, 600_000),
  /** Each call to EC2 and Auto Scaling takes almost as long as a caller waits. */
  SLOW_CLOUD(10_000, 600_000),
  /**
   * An instance ends at EC2, and EC2 never shows it terminated: it stands for an hour in which no
   * controller looked. Another one of the group runs.
   */
  EC2_FORGETS(0, 1),
  /**
   * The tables are copied, and controllers read the copy, in another region, whose EC2 knows none
   * of the instances; then the copy is thrown away. No agent reads or writes it.
   */
  TABLES_COPIED(10_000, 600_000),
  /**
   * The cloud gives notice of two minutes that it takes an instance, and ends it so many
   * milliseconds later, whatever became of it meanwhile: sometimes earlier than it said.
   */
  SPOT_NOTICE(30_000, 120_000),
  /** The cloud advises to replace an instance, and nothing follows. */
  REBALANCE_ADVICE(0, 1),
  /** An operator applies another section {@code auth}, which of them by the amount. */
  CHANGE_AUTH(0, 7),
  /**
   * Somebody changes users or roles by hand: switches access control off, adds a user, or widens a
   * role, by the amount.
   */
  AUTH_BY_HAND(0, 2);

  private final long least;
  private final long most;

  FaultKind(long least, long most) {
    this.least = least;
    this.most = most;
  }

  /** Whether no controller makes a plan while it lasts. */
  boolean stopsControllers() {
    return this == STORE_OUTAGE
        || this == CONTROL_PLANE_OUTAGE
        || this == LAMBDA_OUTAGE
        || this == CUT_CONTROLLER_FROM_STORE
        || this == FREEZE_CONTROLLER;
  }

  /** Whether it befalls all clusters alike. */
  public boolean ofAll() {
    return switch (this) {
      case STORE_OUTAGE,
          ARCHIVE_OUTAGE,
          LAMBDA_OUTAGE,
          CLOUD_OUTAGE,
          EC2_OUTAGE,
          AUTO_SCALING_OUTAGE,
          SLOW_CLOUD,
          CONTROL_PLANE_OUTAGE,
          RESTORE_TABLE,
          TABLES_COPIED,
          CUT_CONTROLLER_FROM_STORE,
          CONTROLLER_CLOCK_JUMP,
          OTHERS_FALL ->
          true;
      default -> false;
    };
  }

  /** Whether Swarm adds it of itself, so that what else a seed gives does not depend on it. */
  boolean drawnLast() {
    return switch (this) {
      case TERMINATE_AT_EC2,
          STOP_LONG,
          DESIRE,
          LOSE_MOST,
          LOSE_ALL,
          SPOIL_SNAPSHOT,
          ROLL_BACK_CLUSTER,
          EMPTY_TABLE,
          ADD_MEMBER,
          CHANGE_PEER_URL,
          ISOLATE_EXECUTOR,
          DAMAGE_DATA,
          CHANGE_BYTE,
          FRAGMENT,
          FILL,
          EC2_OUTAGE,
          AUTO_SCALING_OUTAGE,
          SLOW_CLOUD,
          EC2_FORGETS,
          TABLES_COPIED,
          SPOT_NOTICE,
          REBALANCE_ADVICE,
          CHANGE_AUTH,
          AUTH_BY_HAND ->
          true;
      default -> false;
    };
  }

  /** How often a scenario has it, in thousandths; rare where it ends most of a run. */
  int perMille() {
    return switch (this) {
      case RESTORE_TABLE -> 60;
      case DISK_OF_ANOTHER, OTHERS_FALL -> 0; // Swarm adds them of itself.
      default -> 250;
    };
  }

  /** The least amount that makes sense. */
  public long least() {
    return least;
  }

  /** The greatest amount that is drawn. */
  public long most() {
    return most;
  }
}
