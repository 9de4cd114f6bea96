package io.quorate.etcdmodel.differential;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** A real etcd process of one place. */
final class RealProcess {
  private static final long EXIT_SECONDS = 12;
  private static final Set<Process> ALL = ConcurrentHashMap.newKeySet();

  private static volatile boolean ending;

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(RealProcess::endAll, "end-etcds"));
  }

  private final Process process;
  private boolean frozen;

  private RealProcess(Process process) {
    this.process = process;
    ALL.removeIf(ended -> !ended.isAlive());
    ALL.add(process);
    if (ending) {
      process.destroyForcibly();
    }
  }

  /** The lanes go on while the JVM ends: what they still start is ended as it starts. */
  private static void endAll() {
    ending = true;
    ALL.forEach(Process::destroyForcibly);
  }

  static RealProcess start(
      Path etcd,
      Place place,
      Path data,
      Path log,
      Map<String, String> cluster,
      boolean existing,
      boolean force,
      String token) {
    List<String> command =
        new ArrayList<>(
            List.of(
                etcd.toString(),
                "--name=" + place.name(),
                "--data-dir=" + data,
                "--listen-peer-urls=" + place.listenUrl(),
                "--initial-advertise-peer-urls=" + place.peerUrl(),
                "--listen-client-urls=" + place.clientUrl(),
                "--advertise-client-urls=" + place.clientUrl(),
                "--initial-cluster="
                    + cluster.entrySet().stream()
                        .map(e -> e.getKey() + "=" + e.getValue())
                        .collect(Collectors.joining(",")),
                "--initial-cluster-state=" + (existing ? "existing" : "new"),
                "--initial-cluster-token=" + token,
                "--bcrypt-cost=4",
                "--heartbeat-interval=" + Place.HEARTBEAT_MILLIS,
                "--election-timeout=" + Place.ELECTION_MILLIS));
    if (force) {
      command.add("--force-new-cluster");
    }
    try {
      ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
      builder.environment().put("GOMAXPROCS", "2");
      builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
      return new RealProcess(builder.start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  boolean running() {
    return process.isAlive();
  }

  boolean frozen() {
    return frozen && running();
  }

  int exitCode() {
    return process.exitValue();
  }

  void kill() {
    process.destroyForcibly();
    awaitExit();
  }

  void terminate() {
    process.destroy();
    awaitExit();
  }

  void freeze() {
    signal("STOP");
    frozen = true;
  }

  void thaw() {
    signal("CONT");
    frozen = false;
  }

  private void signal(String name) {
    if (running()) {
      run(List.of("kill", "-" + name, Long.toString(process.pid())));
    }
  }

  private void awaitExit() {
    try {
      if (!process.waitFor(EXIT_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Runs a command to its end; its exit code. */
  static int run(List<String> command) {
    try {
      return new ProcessBuilder(command)
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return -1;
    }
  }
}
