package io.quorate.agent.etcd.process;

import io.quorate.agent.directory.DataDirectory;
import io.quorate.agent.etcd.tools.ChildCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * An etcd process that this agent started, or adopted from an agent before it. etcd is no part of
 * the agent's life: it goes on when the agent dies.
 */
public final class EtcdProcess {
  private final ProcessHandle handle;
  private final @Nullable Process child;
  private final ProcessIdentity identity;
  private final Path log;
  private volatile long logStart;

  private EtcdProcess(
      ProcessHandle handle,
      @Nullable Process child,
      ProcessIdentity identity,
      Path log,
      long logStart) {
    this.handle = handle;
    this.child = child;
    this.identity = identity;
    this.log = log;
    this.logStart = logStart;
  }

  /** Starts etcd with its output appended to the log. */
  public static EtcdProcess start(List<String> argv, Path log) throws IOException {
    return start(argv, log, System.getenv());
  }

  static EtcdProcess start(List<String> argv, Path log, Map<String, String> environment)
      throws IOException {
    long logStart = EtcdLog.bound(log);
    Process process =
        ChildCommand.of(argv, environment)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    ProcessIdentity identity =
        ProcessIdentity.of(process.pid()).orElse(new ProcessIdentity(process.pid(), 0));
    return new EtcdProcess(process.toHandle(), process, identity, log, logStart);
  }

  /**
   * Takes over an etcd that an earlier agent started; empty unless a live process has this very pid
   * and start time, and names the data folder on its command line. Only what it says from now on is
   * held against it: nothing tells which of the lines before were its own.
   */
  public static Optional<EtcdProcess> adopt(ProcessIdentity expected, Path dataDir, Path log)
      throws IOException {
    Optional<ProcessHandle> handle = ProcessHandle.of(expected.pid());
    if (handle.isEmpty()
        || !ProcessIdentity.of(expected.pid()).equals(Optional.of(expected))
        || !expected.runsWith("--data-dir=" + dataDir)) {
      return Optional.empty();
    }
    return Optional.of(new EtcdProcess(handle.get(), null, expected, log, EtcdLog.length(log)));
  }

  /** Pid and start time, for the journal. */
  public ProcessIdentity identity() {
    return identity;
  }

  /** Whether it listens for clients elsewhere than where it tells them to come. */
  public boolean closedToClients() throws IOException {
    return !identity.option("listen-client-urls").equals(identity.option("advertise-client-urls"));
  }

  /** Whether it still runs; a zombie does not. */
  public boolean isAlive() {
    return handle.isAlive();
  }

  /** Completes when it ended, with its exit code, which is unknown for an adopted one. */
  public CompletableFuture<OptionalInt> onExit() {
    return child != null
        ? child.onExit().thenApply(ended -> OptionalInt.of(ended.exitValue()))
        : handle.onExit().thenApply(ended -> OptionalInt.empty());
  }

  /** Why it ended, from its exit code and the log lines since its start or adoption. */
  public EtcdExit classify(OptionalInt exitCode) throws IOException {
    return EtcdExit.of(exitCode, EtcdLog.tail(log, logStart));
  }

  /**
   * Keeps the log within its bounds while etcd runs; what is cut off is not read for its end. Its
   * length now.
   */
  public long boundLog() throws IOException {
    long length = EtcdLog.bound(log);
    logStart = Math.min(logStart, length);
    return length;
  }

  /** Asks with SIGTERM, waits, then forces with SIGKILL. Returns whether it ended. */
  public boolean terminate(Duration patience) throws InterruptedException {
    ask();
    if (endedWithin(patience)) {
      return true;
    }
    force();
    return endedWithin(patience);
  }

  /** SIGTERM to this very process: its handle refuses another one that was given its pid since. */
  public void ask() {
    handle.destroy();
  }

  /** SIGKILL, to this very process only. */
  public void force() {
    handle.destroyForcibly();
  }

  /** Whether etcd stopped for sure: the process is gone and nothing holds the WAL. */
  public boolean provenStopped(DataDirectory directories, Path directory) throws IOException {
    return !isAlive() && !directories.lockedByEtcd(directory);
  }

  private boolean endedWithin(Duration patience) throws InterruptedException {
    try {
      onExit().get(patience.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException("cannot wait for process " + identity, e);
    }
  }
}
