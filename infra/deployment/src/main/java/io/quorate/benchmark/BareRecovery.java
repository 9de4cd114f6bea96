package io.quorate.benchmark;

import io.quorate.deployment.Etcd;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** What an operator does by hand with etcd's own tools on one machine; nothing but the commands. */
final class BareRecovery {
  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final String NAME = "bare";

  private final Path binaries;
  private final Path home;
  private final String peerUrl;
  private final String clientUrl;

  /** At this address, in a folder that is not there yet. */
  BareRecovery(Path etcdFolder, Path home, String address) {
    this.binaries = etcdFolder;
    this.home = home;
    this.peerUrl = "http://" + address + ":2380";
    this.clientUrl = "http://" + address + ":2379";
  }

  /** Seconds from a snapshot's file to the first acknowledged write. */
  double restored(Path file) throws IOException, InterruptedException {
    Files.createDirectories(home);
    try {
      Stopwatch watch = new Stopwatch();
      restore(file);
      return served(watch, home.resolve("restored"), List.of());
    } finally {
      delete(home);
    }
  }

  /**
   * Seconds from the directory that is left to the first acknowledged write: copy it, let it forget
   * the other members, save a snapshot of it, restore that.
   */
  double salvaged(Path left) throws IOException, InterruptedException {
    Files.createDirectories(home);
    try {
      Stopwatch watch = new Stopwatch();
      Path copy = home.resolve("copy");
      run("cp", "-r", left.toString(), copy.toString());
      Path file = home.resolve("salvaged.db");
      Process alone = etcd(copy, List.of("--force-new-cluster"));
      try {
        watch.until("the copy", PATIENCE, () -> !new Etcd(clientUrl).range(Healing.KEY).isEmpty());
        run(tool("etcdctl"), "--endpoints=" + clientUrl, "snapshot", "save", file.toString());
      } finally {
        end(alone);
      }
      restore(file);
      return served(watch, home.resolve("restored"), List.of());
    } finally {
      delete(home);
    }
  }

  private void restore(Path file) throws IOException, InterruptedException {
    run(
        tool("etcdutl"),
        "snapshot",
        "restore",
        file.toString(),
        "--name=" + NAME,
        "--data-dir=" + home.resolve("restored"),
        "--initial-cluster=" + NAME + "=" + peerUrl,
        "--initial-advertise-peer-urls=" + peerUrl,
        "--initial-cluster-token=bare-recovery",
        "--bump-revision=1000000000",
        "--mark-compacted");
  }

  private double served(Stopwatch watch, Path data, List<String> more)
      throws IOException, InterruptedException {
    Process etcd = etcd(data, more);
    try {
      return watch.until(
          "the first write", PATIENCE, () -> new Etcd(clientUrl).put(Healing.KEY, "bare") > 0);
    } finally {
      end(etcd);
    }
  }

  private Process etcd(Path data, List<String> more) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                tool("etcd"),
                "--name=" + NAME,
                "--data-dir=" + data,
                "--listen-peer-urls=" + peerUrl,
                "--initial-advertise-peer-urls=" + peerUrl,
                "--listen-client-urls=" + clientUrl,
                "--advertise-client-urls=" + clientUrl,
                "--initial-cluster=" + NAME + "=" + peerUrl,
                "--quota-backend-bytes=8589934592"));
    command.addAll(more);
    return builder(command).start();
  }

  private void run(String... command) throws IOException, InterruptedException {
    int code = builder(List.of(command)).start().waitFor();
    if (code != 0) {
      throw new IOException(
          String.join(" ", command) + " exited with " + code + ": " + Files.readString(log()));
    }
  }

  private ProcessBuilder builder(List<String> command) {
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()));
  }

  private Path log() {
    return home.resolve("log");
  }

  private String tool(String name) {
    return binaries.resolve(name).toString();
  }

  private static void end(Process process) throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  private static void delete(Path folder) {
    try (Stream<Path> walk = Files.walk(folder)) {
      for (Path path : walk.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete " + folder, e);
    }
  }
}
