package io.quorate.agent.steps;

import io.quorate.agent.etcd.process.EtcdExit;
import io.quorate.agent.local.ProcessEtcdHost;
import io.quorate.agent.port.DataDisk;
import io.quorate.agent.port.EtcdHost;
import io.quorate.agent.port.Exit;
import io.quorate.agent.port.Launch;
import io.quorate.agent.port.ProcessMark;
import io.quorate.etcdmodel.Exited;
import io.quorate.etcdmodel.ModelProcess;
import io.quorate.etcdmodel.ProcessSpec;
import io.quorate.spec.EtcdVersion;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** The own etcd process: it outlives its agent, which sees only what it started or adopted. */
final class ModelHost implements EtcdHost {
  static final long FIRST_PID = 100;

  private final Fuse fuse;
  private final ModelDisk disk;
  private final ModelCluster cluster;
  private Optional<ModelProcess> process = Optional.empty();
  private String on = "";
  private Optional<Exit> told = Optional.empty();
  private boolean known;
  private boolean open;
  private boolean stillborn;
  private boolean slow;
  private boolean asked;
  private boolean restarts;
  private Optional<Exit.Cause> shortLived = Optional.empty();
  private int bootstraps;
  private Set<EtcdVersion> prepared = Set.of();
  private Optional<EtcdVersion> release = Optional.empty();
  private long pid = FIRST_PID;

  ModelHost(Fuse fuse, ModelDisk disk, ModelCluster cluster) {
    this.fuse = fuse;
    this.disk = disk;
    this.cluster = cluster;
    disk.heldWhile(this::runs);
  }

  @Override
  public Seen see() {
    if (!known || process.isEmpty()) {
      return new Seen.None();
    }
    return process
        .get()
        .exited()
        .<Seen>map(exited -> new Seen.Exited(told.orElseGet(() -> exit(exited))))
        .orElseGet(() -> new Seen.Running(mark()));
  }

  private static Exit exit(Exited exited) {
    if (exited.lastWords().contains("error validating peerURLs")) {
      throw new AssertionError("etcd was executed for no listed member: " + exited.lastWords());
    }
    return ProcessEtcdHost.exit(
        EtcdExit.of(OptionalInt.of(exited.code()), List.of(exited.lastWords())));
  }

  private ProcessMark mark() {
    return new ProcessMark(pid, "then");
  }

  @Override
  public Optional<ProcessMark> adopt(String directory, Optional<ProcessMark> mark) {
    boolean here = directory().filter(directory::equals).isPresent();
    known |= here;
    return here ? Optional.of(mark()) : Optional.empty();
  }

  @Override
  public Set<EtcdVersion> prepared() {
    return prepared;
  }

  /** This release was prepared. */
  void prepares(EtcdVersion... versions) {
    prepared = Set.of(versions);
  }

  /** The etcd that runs is of this prepared release. */
  void runs(EtcdVersion version) {
    release = Optional.of(version);
  }

  /** The prepared release that was started last; empty after a start of the installed one. */
  Optional<EtcdVersion> release() {
    return release;
  }

  @Override
  public ProcessMark start(Launch launch) {
    fuse.look();
    fuse.reach(Fuse.Point.BEFORE);
    if (runs()) {
      throw new AssertionError("a second etcd on " + launch.directory() + " beside " + on);
    }
    if (launch.bootstrap() && ++bootstraps > 1) {
      throw new AssertionError("new ran twice");
    }
    disk.execute(launch.directory());
    release = launch.release();
    open |= !launch.closed();
    pid++;
    known = true;
    run(
        launch.directory(),
        new ProcessSpec(
            launch.name(),
            launch.endpoints().peerUrl(),
            launch.endpoints().clientUrl(),
            ProcessSpec.initialCluster(launch.initialCluster()),
            !launch.bootstrap(),
            launch.clusterToken(),
            false,
            disk.data(launch.directory()),
            ModelCluster.TIMING));
    if (stillborn) {
      stillborn = false;
      die();
    }
    shortLived.ifPresent(this::diesOnceItHasWritten);
    fuse.reach(Fuse.Point.AFTER_EFFECT);
    return mark();
  }

  private void diesOnceItHasWritten(Exit.Cause cause) {
    cluster.until(() -> !(disk.inspect(on) instanceof DataDisk.View.Empty));
    die();
    told = Optional.of(new Exit(cause, "modelled"));
  }

  @Override
  public void terminate() {
    fuse.look();
    fuse.reach(Fuse.Point.BEFORE);
    if (cluster.ownVotes() && !(restarts && cluster.othersAreQuorum())) {
      throw new AssertionError("etcd was stopped while the cluster counts on its vote (I2)");
    }
    asked = true;
    if (!slow) {
      process.ifPresent(ModelProcess::terminate);
    }
    fuse.reach(Fuse.Point.AFTER_EFFECT);
  }

  @Override
  public void kill() {
    die();
  }

  /** The process is killed. */
  void die() {
    process.ifPresent(ModelProcess::kill);
  }

  /** A new agent knows nothing of the process until it adopts it. */
  void forget() {
    known = false;
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

  /** It stops at last. */
  void stops() {
    process.ifPresent(ModelProcess::terminate);
    cluster.until(() -> !runs());
  }

  /** It may be stopped for a while, beside a quorum of the others. */
  void mayRestart() {
    restarts = true;
  }

  /** Whether it ever listened for clients elsewhere than on loopback. */
  boolean everOpen() {
    return open;
  }

  /** Whether it was asked to stop. */
  boolean asked() {
    return asked;
  }

  /** An earlier agent left etcd running on this directory. */
  void left(String directory, ProcessSpec spec) {
    disk.execute(directory);
    run(directory, spec);
  }

  private void run(String directory, ProcessSpec spec) {
    on = directory;
    process = Optional.of(cluster.start(spec));
    told = Optional.empty();
  }

  boolean runs() {
    return process.filter(p -> p.exited().isEmpty()).isPresent();
  }

  Optional<String> directory() {
    return runs() ? Optional.of(on) : Optional.empty();
  }
}
