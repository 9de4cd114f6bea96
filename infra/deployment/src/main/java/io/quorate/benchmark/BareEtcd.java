package io.quorate.benchmark;

import io.quorate.deployment.Etcd;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Three etcd processes started by hand, with the flags that Quorate gives its own. */
final class BareEtcd implements Closeable {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Path binary;
  private final Path home;
  private final int block;
  private final Map<String, Process> processes = new TreeMap<>();

  BareEtcd(Path etcdFolder, Path home, int block) {
    this.binary = etcdFolder.resolve("etcd");
    this.home = home;
    this.block = block;
  }

  static List<String> names() {
    return List.of("m1", "m2", "m3");
  }

  String address(String name) {
    return "127.0." + block + "." + (9 + Integer.parseInt(name.substring(1)));
  }

  Etcd client(String name) {
    return new Etcd("http://" + address(name) + ":2379");
  }

  String peerUrl(String name) {
    return "http://" + address(name) + ":2380";
  }

  /** Those that were started and not killed. */
  List<String> running() {
    return List.copyOf(processes.keySet());
  }

  private String peers() {
    return peers(names());
  }

  private String peers(List<String> names) {
    return String.join(",", names.stream().map(n -> n + "=" + peerUrl(n)).toList());
  }

  /** Starts one that was added to those that run. */
  void start(String name) throws IOException {
    List<String> all = new ArrayList<>(running());
    all.add(name);
    start(name, "existing", peers(all));
  }

  /** Seconds from starting three processes to the first acknowledged write. */
  double startToFirstWrite() throws IOException {
    Stopwatch watch = new Stopwatch();
    for (String name : names()) {
      start(name, "new", peers());
    }
    return watch.until("the first write", PATIENCE, () -> client("m1").put("k", "v") > 0);
  }

  /** Seconds from killing a follower to its next linearizable read, restarted at once. */
  double killedToServing(String name) throws IOException, InterruptedException {
    Stopwatch watch = new Stopwatch();
    kill(name);
    start(name, "existing", peers());
    return watch.until("its return", PATIENCE, () -> !client(name).range("k").isEmpty());
  }

  /** Seconds from wiping a follower to the new member's first linearizable read as a voter. */
  double wipedToReplaced(String name, EtcdctlLike admin) throws IOException, InterruptedException {
    Stopwatch watch = new Stopwatch();
    kill(name);
    delete(home.resolve(name));
    admin.replace(this, name);
    start(name, "existing", peers());
    admin.promote(this, name);
    return watch.until("its replacement", PATIENCE, () -> !client(name).range("k").isEmpty());
  }

  private void start(String name, String state, String cluster) throws IOException {
    Files.createDirectories(home);
    String peer = "http://" + address(name) + ":2380";
    String clientUrl = "http://" + address(name) + ":2379";
    List<String> command =
        new ArrayList<>(
            List.of(
                binary.toString(),
                "--name=" + name,
                "--data-dir=" + home.resolve(name),
                "--listen-peer-urls=" + peer,
                "--initial-advertise-peer-urls=" + peer,
                "--listen-client-urls=" + clientUrl,
                "--advertise-client-urls=" + clientUrl,
                "--initial-cluster=" + cluster,
                "--initial-cluster-token=bare-" + block,
                "--initial-cluster-state=" + state));
    processes.put(
        name,
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(home.resolve(name + ".log").toFile()))
            .start());
  }

  void kill(String name) throws InterruptedException {
    Process process = processes.remove(name);
    if (process != null) {
      process.destroyForcibly().waitFor();
    }
  }

  private static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> walk = Files.walk(folder)) {
      for (Path path : walk.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  @Override
  public void close() {
    processes.values().forEach(Process::destroyForcibly);
    for (Process process : processes.values()) {
      process.onExit().join();
    }
    try {
      delete(home);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete " + home, e);
    }
  }
}
