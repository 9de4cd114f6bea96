package io.quorate.agent.steps;

import io.quorate.agent.port.EtcdHost;
import io.quorate.agent.port.Exit;
import io.quorate.agent.port.Launch;
import io.quorate.agent.port.ProcessMark;
import java.util.Optional;

/**
 * The own etcd process: it outlives its agent, and answers once it has written its directory. An
 * agent sees only what it started or adopted.
 */
final class ModelHost implements EtcdHost {
  static final long FIRST_PID = 100;

  private final Fuse fuse;
  private final ModelDisk disk;
  private final ModelCluster cluster;
  private Optional<String> running = Optional.empty();
  private Optional<Exit> exit = Optional.empty();
  private boolean known;
  private boolean stillborn;
  private boolean slow;
  private boolean asked;
  private boolean restarts;
  private Optional<Exit.Cause> shortLived = Optional.empty();
  private int bootstraps;
  private long pid = FIRST_PID;

  ModelHost(Fuse fuse, ModelDisk disk, ModelCluster cluster) {
    this.fuse = fuse;
    this.disk = disk;
    this.cluster = cluster;
  }

  @Override
  public Seen see() {
    if (!known) {
      return new Seen.None();
    }
    return running.isPresent()
        ? new Seen.Running(mark())
        : exit.<Seen>map(Seen.Exited::new).orElse(new Seen.None());
  }

  private ProcessMark mark() {
    return new ProcessMark(pid, "then");
  }

  @Override
  public Optional<ProcessMark> adopt(String directory, Optional<ProcessMark> mark) {
    known |= running.filter(directory::equals).isPresent();
    return running.filter(directory::equals).map(d -> mark());
  }

  @Override
  public ProcessMark start(Launch launch) {
    fuse.look();
    fuse.reach(Fuse.Point.BEFORE);
    if (running.isPresent()) {
      throw new AssertionError("a second etcd on " + launch.directory() + " beside " + running);
    }
    if (launch.bootstrap() && ++bootstraps > 1) {
      throw new AssertionError("new ran twice");
    }
    disk.execute(launch.directory());
    pid++;
    known = true;
    running = Optional.of(launch.directory());
    exit = Optional.empty();
    if (stillborn) {
      stillborn = false;
      die(Exit.Cause.KILLED);
    } else {
      cluster.ownStarted(launch);
      shortLived.ifPresent(this::die);
    }
    fuse.reach(Fuse.Point.AFTER_EFFECT);
    return mark();
  }

  @Override
  public void terminate() {
    fuse.look();
    fuse.reach(Fuse.Point.BEFORE);
    if (cluster.ownVotes() && !(restarts && othersAreQuorum())) {
      throw new AssertionError("etcd was stopped while the cluster counts on its vote (I2)");
    }
    asked = true;
    if (!slow) {
      die(Exit.Cause.CLEAN);
    }
    fuse.reach(Fuse.Point.AFTER_EFFECT);
  }

  private boolean othersAreQuorum() {
    long voters = cluster.entries().stream().filter(entry -> !entry.learner()).count();
    long answering =
        cluster.statuses(StepWorld.contacts()).values().stream()
            .filter(reply -> reply.answer().isPresent())
            .count();
    return answering * 2 > voters;
  }

  @Override
  public void kill() {
    die(Exit.Cause.KILLED);
  }

  /** The process ends, by itself or by force. */
  void die(Exit.Cause cause) {
    running = Optional.empty();
    disk.release();
    cluster.ownStopped();
    exit = Optional.of(new Exit(cause, "modelled"));
  }

  /** A new agent knows nothing of the process until it adopts it. */
  void forget() {
    known = false;
    exit = Optional.empty();
  }

  /** The next start dies before it wrote anything. */
  void bearNext() {
    stillborn = true;
  }

  /** Every start from now on ends so, once etcd has written its directory. */
  void diesOf(Exit.Cause cause) {
    shortLived = Optional.of(cause);
  }

  /** From now on it takes its time to stop. */
  void stopsSlowly() {
    slow = true;
  }

  /** It may be stopped for a while, beside a quorum of the others. */
  void mayRestart() {
    restarts = true;
  }

  /** Whether it was asked to stop. */
  boolean asked() {
    return asked;
  }

  /** An earlier agent left etcd running on this directory. */
  void left(String directory) {
    disk.execute(directory);
    running = Optional.of(directory);
  }

  boolean runs() {
    return running.isPresent();
  }

  Optional<String> directory() {
    return running;
  }
}
