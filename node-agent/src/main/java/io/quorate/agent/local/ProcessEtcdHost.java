package io.quorate.agent.local;

import io.quorate.agent.directory.DataDirectory;
import io.quorate.agent.etcd.process.EtcdCommandLine;
import io.quorate.agent.etcd.process.EtcdExit;
import io.quorate.agent.etcd.process.EtcdLaunch;
import io.quorate.agent.etcd.process.EtcdProcess;
import io.quorate.agent.etcd.process.InitialClusterState;
import io.quorate.agent.etcd.process.LoopbackUrl;
import io.quorate.agent.etcd.process.ProcessIdentity;
import io.quorate.agent.etcd.tools.BoltCheck;
import io.quorate.agent.etcd.tools.BoltFile;
import io.quorate.agent.port.EtcdHost;
import io.quorate.agent.port.Exit;
import io.quorate.agent.port.Launch;
import io.quorate.agent.port.ProcessMark;
import io.quorate.agent.tls.LocalTls;
import io.quorate.agent.tls.TokenKey;
import io.quorate.agent.tls.TokenKeyFolder;
import io.quorate.spec.EtcdSettings;
import io.quorate.spec.EtcdVersion;
import io.quorate.spec.JwtToken;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** {@link EtcdHost} over {@link EtcdProcess}. */
public final class ProcessEtcdHost implements EtcdHost {
  private static final Logger LOG = LoggerFactory.getLogger(ProcessEtcdHost.class);

  /** SIGBUS and SIGSEGV. */
  private static final Set<Integer> FAULTS = Set.of(7, 11);

  /** What a Go process exits with when it panics; its log may be cut off. */
  private static final int GO_PANIC = 2;

  /** Meanwhile etcd is not started again, so that a very large database is not checked whole. */
  private static final Duration CHECK_LIMIT = Duration.ofSeconds(60);

  private final Path binary;
  private final EtcdVersion installed;
  private final FileDataDisk disk;
  private final Path log;
  private final Runnable onExit;
  private final Runnable onLog;
  private final LogWatch logWatch = new LogWatch();
  private final Optional<LocalTls> tls;
  private Optional<ReleaseFolder> releases = Optional.empty();
  private volatile Optional<TokenKeyFolder> tokenKeys = Optional.empty();
  private Optional<EtcdProcess> process = Optional.empty();
  private Optional<Exit> exit = Optional.empty();
  private Optional<Throwable> failure = Optional.empty();
  private boolean logTrouble;
  private volatile boolean stopAsked;
  private volatile boolean closed;

  /** Runs this binary, with plain connections. */
  public ProcessEtcdHost(
      Path binary, EtcdVersion installed, FileDataDisk disk, Path log, Runnable onExit) {
    this(binary, installed, disk, log, onExit, () -> {}, Optional.empty());
  }

  /**
   * Runs this binary.
   *
   * @param onExit called on another thread when etcd ended
   * @param onLog called by {@link #see} when etcd has logged something, at most once a second
   * @param tls the node's certificates, where it may need any
   */
  public ProcessEtcdHost(
      Path binary,
      EtcdVersion installed,
      FileDataDisk disk,
      Path log,
      Runnable onExit,
      Runnable onLog,
      Optional<LocalTls> tls) {
    this.tls = tls;
    this.binary = binary;
    this.installed = installed;
    this.disk = disk;
    this.log = log;
    this.onExit = onExit;
    this.onLog = onLog;
  }

  /** Runs prepared releases of this folder, too. */
  public synchronized ProcessEtcdHost with(ReleaseFolder folder) {
    releases = Optional.of(folder);
    return this;
  }

  /** Has etcd sign its tokens with keys of this folder where the spec leaves that to Quorate. */
  public ProcessEtcdHost with(TokenKeyFolder folder) {
    tokenKeys = Optional.of(folder);
    return this;
  }

  @Override
  public synchronized Set<EtcdVersion> prepared() {
    return releases.map(ReleaseFolder::prepared).orElse(Set.of());
  }

  @Override
  public synchronized Seen see() {
    failure.ifPresent(ProcessEtcdHost::cannotTell);
    if (process.isEmpty()) {
      return new Seen.None();
    }
    if (exit.isPresent()) {
      return new Seen.Exited(exit.get());
    }
    boundLog(process.get());
    return new Seen.Running(mark(process.get()));
  }

  /** A log that cannot be cut is reported once, and blocks nothing. */
  private void boundLog(EtcdProcess running) {
    try {
      long now = TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
      if (logWatch.news(running.boundLog(), now)) {
        onLog.run();
      }
      logTrouble = false;
    } catch (IOException e) {
      if (!logTrouble) {
        LOG.warn("event=log-not-bounded log={} detail=\"{}\"", log, e.toString());
      }
      logTrouble = true;
    }
  }

  @Override
  public synchronized Optional<ProcessMark> adopt(String directory, Optional<ProcessMark> mark) {
    Path data = DataDirectory.etcdData(disk.path(directory));
    Optional<EtcdProcess> found =
        mark.flatMap(m -> adopt(new ProcessIdentity(m.pid(), Long.parseLong(m.startedAt())), data))
            .or(() -> search(data));
    found.ifPresent(
        taken -> {
          closed = isClosed(taken);
          take(taken, data);
        });
    return found.map(ProcessEtcdHost::mark);
  }

  private static boolean isClosed(EtcdProcess process) {
    try {
      return process.closedToClients();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot look at process " + process.identity(), e);
    }
  }

  /** Never waits: calls to etcd ask it, while others hold the lock. */
  @Override
  public boolean closed() {
    return closed;
  }

  /**
   * An etcd whose pid was not journalled before its agent died still names its data folder on the
   * command line.
   */
  private Optional<EtcdProcess> search(Path data) {
    return ProcessHandle.allProcesses()
        .map(handle -> identity(handle.pid()).flatMap(id -> adopt(id, data)))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static Optional<ProcessIdentity> identity(long pid) {
    try {
      return ProcessIdentity.of(pid);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot look at process " + pid, e);
    }
  }

  private Optional<EtcdProcess> adopt(ProcessIdentity identity, Path data) {
    try {
      return EtcdProcess.adopt(identity, data, log);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot look at process " + identity, e);
    }
  }

  @Override
  public Optional<String> missing() {
    return tls.flatMap(LocalTls::missing);
  }

  @Override
  public Optional<String> unfit(EtcdSettings settings) {
    return settings.token().flatMap(this::unfit);
  }

  private Optional<String> unfit(JwtToken token) {
    return tokenKeys.isPresent() ? tokenKeys.get().unfit(token) : TokenKey.unfit(token);
  }

  @Override
  public synchronized ProcessMark start(Launch launch) {
    if (see() instanceof Seen.Running running) {
      throw new IllegalStateException("etcd runs already: " + running.mark());
    }
    Path program = launch.release().map(this::program).orElse(binary);
    try {
      EtcdProcess started =
          EtcdProcess.start(EtcdCommandLine.render(program, etcdLaunch(launch)), log);
      closed = launch.closed();
      take(started, DataDirectory.etcdData(disk.path(launch.directory())));
      return mark(started);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot execute " + program + ": " + e, e);
    }
  }

  private Path program(EtcdVersion release) {
    return releases
        .orElseThrow(() -> new IllegalStateException("no release is prepared here: " + release))
        .binary(release);
  }

  private void take(EtcdProcess taken, Path data) {
    process = Optional.of(taken);
    exit = Optional.empty();
    failure = Optional.empty();
    stopAsked = false;
    var unused =
        taken
            .onExit()
            .thenAccept(code -> ended(taken, data, code))
            .whenComplete((told, error) -> failed(taken, Optional.ofNullable(error)));
  }

  private synchronized void failed(EtcdProcess which, Optional<Throwable> error) {
    if (process.filter(current -> current == which).isPresent()) {
      failure = error;
    }
  }

  /** An etcd that ended in an unknown way must not be reported as running. */
  private static void cannotTell(Throwable cause) {
    throw new IllegalStateException("cannot tell how etcd ended", cause);
  }

  private void ended(EtcdProcess which, Path data, OptionalInt code) {
    Supplier<Exit> meaning;
    synchronized (this) {
      if (process.filter(current -> current == which).isEmpty()) {
        return;
      }
      meaning = classified(which, data, code);
    }
    Exit told = meaning.get();
    synchronized (this) {
      if (process.filter(current -> current == which).isEmpty()) {
        return;
      }
      exit = Optional.of(told);
    }
    onExit.run();
  }

  /** To be asked without the lock: the check of a large database would hold up the heartbeats. */
  private Supplier<Exit> classified(EtcdProcess process, Path data, OptionalInt code) {
    try {
      EtcdExit exit = process.classify(code);
      if (exit instanceof EtcdExit.NoDatabase none) {
        return () -> looked(none, data);
      }
      return crashed(exit) ? () -> checked(exit, data) : () -> exit(exit);
    } catch (IOException e) {
      Exit unread =
          new Exit(Exit.Cause.FAILED, EtcdExit.code(code) + "; its log cannot be read: " + e);
      return () -> unread;
    }
  }

  /** What may have been a read that failed is damage only when the file itself shows it. */
  private static Exit looked(EtcdExit.NoDatabase exit, Path data) {
    try {
      return BoltFile.isGarbage(BoltFile.in(data))
          ? new Exit(Exit.Cause.DATA_DAMAGED, exit.detail())
          : exit(exit);
    } catch (IOException e) {
      return new Exit(Exit.Cause.FAILED, "its database cannot be read: " + e);
    }
  }

  /** Whether the pages of the database may be what it crashed of. */
  private static boolean crashed(EtcdExit exit) {
    return exit instanceof EtcdExit.Crashed
        || exit instanceof EtcdExit.CorruptData
        || exit instanceof EtcdExit.Panicked
        || (exit instanceof EtcdExit.Unknown unknown
            && unknown.exitCode().equals(OptionalInt.of(GO_PANIC)))
        || (exit instanceof EtcdExit.KilledBySignal killed && FAULTS.contains(killed.signal()));
  }

  /** However often etcd crashes: only a file that is wrong is damage. */
  private Exit checked(EtcdExit exit, Path data) {
    long end = System.nanoTime() + CHECK_LIMIT.toNanos();
    try {
      return BoltCheck.damage(BoltFile.in(data), () -> stopAsked || System.nanoTime() - end >= 0)
          .map(words -> new Exit(Exit.Cause.DATA_DAMAGED, words + "; etcd: " + exit.words()))
          .orElseGet(() -> exit(exit));
    } catch (IOException e) {
      Exit told = exit(exit);
      return new Exit(told.cause(), told.detail() + "; its database cannot be checked: " + e);
    }
  }

  /** What an exit means to the agent, as far as etcd's own words tell. */
  public static Exit exit(EtcdExit exit) {
    Exit.Cause cause =
        switch (exit) {
          case EtcdExit.RemovedFromCluster e -> Exit.Cause.SAYS_REMOVED;
          case EtcdExit.KilledBySignal e -> Exit.Cause.KILLED;
          case EtcdExit.CorruptData e -> Exit.Cause.DATA_CORRUPT;
          case EtcdExit.DiskFull e -> Exit.Cause.DISK_FULL;
          case EtcdExit.NoDatabase e -> Exit.Cause.FAILED;
          case EtcdExit.Panicked e -> Exit.Cause.FAILED;
          case EtcdExit.NoVoter e -> Exit.Cause.FAILED;
          case EtcdExit.Crashed e -> Exit.Cause.FAILED;
          case EtcdExit.NoPermission e -> Exit.Cause.NO_PERMISSION;
          case EtcdExit.ReadOnlyDisk e -> Exit.Cause.DISK_READ_ONLY;
          case EtcdExit.OutOfMemory e -> Exit.Cause.OUT_OF_MEMORY;
          case EtcdExit.CertificateUnfit e -> Exit.Cause.CERTIFICATE_UNFIT;
          case EtcdExit.PortInUse e -> Exit.Cause.PORT_TAKEN;
          case EtcdExit.BadFlags e -> Exit.Cause.FLAG_REFUSED;
          case EtcdExit.BootstrapRefused e -> Exit.Cause.FAILED;
          case EtcdExit.Unknown e ->
              e.exitCode().equals(OptionalInt.of(0)) ? Exit.Cause.CLEAN : Exit.Cause.FAILED;
        };
    return new Exit(cause, exit.words());
  }

  private EtcdLaunch etcdLaunch(Launch launch) {
    List<String> peer = List.of(launch.endpoints().peerUrl());
    String own = launch.endpoints().clientUrl();
    String listens = launch.closed() ? LoopbackUrl.of(own) : own;
    return new EtcdLaunch(
        launch.name(),
        DataDirectory.etcdData(disk.path(launch.directory())),
        peer,
        peer,
        List.of(listens),
        List.of(own),
        cluster(launch.initialCluster()),
        launch.bootstrap() ? InitialClusterState.NEW : InitialClusterState.EXISTING,
        launch.clusterToken(),
        placed(launch.settings()),
        tls.flatMap(LocalTls::etcdFiles),
        launch.release().orElse(installed));
  }

  private EtcdSettings placed(EtcdSettings settings) {
    return tokenKeys
        .flatMap(folder -> settings.token().map(folder::placed))
        .map(settings::with)
        .orElse(settings);
  }

  private static Map<String, List<String>> cluster(String text) {
    Map<String, List<String>> members = new LinkedHashMap<>();
    for (String member : text.split(",", -1)) {
      int at = member.indexOf('=');
      members
          .computeIfAbsent(member.substring(0, at), name -> new ArrayList<>())
          .add(member.substring(at + 1));
    }
    return members;
  }

  private static ProcessMark mark(EtcdProcess process) {
    return new ProcessMark(
        process.identity().pid(), Long.toString(process.identity().startTicks()));
  }

  @Override
  public synchronized void terminate() {
    stopAsked = true;
    process.ifPresent(EtcdProcess::ask);
  }

  @Override
  public synchronized void kill() {
    stopAsked = true;
    process.ifPresent(EtcdProcess::force);
  }
}
