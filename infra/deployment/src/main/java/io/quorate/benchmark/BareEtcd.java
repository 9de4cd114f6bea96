package io.quorate.benchmark;

import io.quorate.deployment.Etcd;
import io.quorate.deployment.EtcdAccess;
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
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Three etcd processes started by hand, with the flags that Quorate gives its own. */
public final class BareEtcd implements Closeable {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** Those that a start begins with, and those that may be added. */
  private static final List<String> NAMED_EVER = List.of("m1", "m2", "m3", "m4", "m5");

  private final Path etcdFolder;
  private final Path home;
  private final int block;
  private final Tls tls;
  private final List<String> more;
  private Optional<BareCertificates> certificates = Optional.empty();
  private final Map<String, Process> processes = new TreeMap<>();

  BareEtcd(Path etcdFolder, Path home, int block, Tls tls) {
    this(etcdFolder, home, block, tls, List.of());
  }

  /** The same, with these flags besides. */
  public BareEtcd(Path etcdFolder, Path home, int block, Tls tls, List<String> more) {
    this.more = more;
    this.tls = tls;
    this.etcdFolder = etcdFolder;
    this.home = home;
    this.block = block;
  }

  /** Those that a start begins with. */
  public static List<String> names() {
    return List.of("m1", "m2", "m3");
  }

  String address(String name) {
    return "127.0." + block + "." + (9 + Integer.parseInt(name.substring(1)));
  }

  /** A client of one. */
  public Etcd client(String name) {
    return access().etcd(clientUrl(name));
  }

  /** How members are called. */
  public EtcdAccess access() {
    return certificates.map(BareCertificates::access).orElse(EtcdAccess.PLAIN);
  }

  private String clientUrl(String name) {
    return scheme() + address(name) + ":2379";
  }

  String peerUrl(String name) {
    return scheme() + address(name) + ":2380";
  }

  private String scheme() {
    return tls == Tls.off ? "http://" : "https://";
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
    start(etcdFolder, name, "existing", peers(all));
  }

  /** Seconds from starting three processes to the first acknowledged write. */
  public double startToFirstWrite() throws IOException, InterruptedException {
    if (tls == Tls.managed) {
      certificates =
          Optional.of(
              BareCertificates.make(
                  home.resolve("tls"), NAMED_EVER.stream().map(this::address).toList()));
    }
    Stopwatch watch = new Stopwatch();
    for (String name : names()) {
      start(etcdFolder, name, "new", peers());
    }
    return watch.until("the first write", PATIENCE, () -> client("m1").put("k", "v") > 0);
  }

  /** Seconds from killing a follower to its next linearizable read, restarted at once. */
  double killedToServing(String name) throws IOException, InterruptedException {
    Stopwatch watch = new Stopwatch();
    kill(name);
    start(etcdFolder, name, "existing", peers());
    return watch.until("its return", PATIENCE, () -> !client(name).range("k").isEmpty());
  }

  /** Seconds from wiping a follower to the new member's first linearizable read as a voter. */
  double wipedToReplaced(String name, EtcdctlLike admin) throws IOException, InterruptedException {
    Stopwatch watch = new Stopwatch();
    kill(name);
    delete(home.resolve(name));
    admin.replace(this, name);
    start(etcdFolder, name, "existing", peers());
    admin.promote(this, name);
    return watch.until("its replacement", PATIENCE, () -> !client(name).range("k").isEmpty());
  }

  /** Ends one by SIGTERM, and starts the etcd of this folder on its directory. */
  public void changeRelease(String name, Path folder) throws IOException, InterruptedException {
    Process process = Objects.requireNonNull(processes.get(name), name);
    process.destroy();
    process.waitFor();
    start(folder, name, "existing", peers());
  }

  private void start(Path folder, String name, String state, String cluster) throws IOException {
    Files.createDirectories(home);
    List<String> command =
        new ArrayList<>(
            List.of(
                folder.resolve("etcd").toString(),
                "--name=" + name,
                "--data-dir=" + home.resolve(name),
                "--listen-peer-urls=" + peerUrl(name),
                "--initial-advertise-peer-urls=" + peerUrl(name),
                "--listen-client-urls=" + clientUrl(name),
                "--advertise-client-urls=" + clientUrl(name),
                "--initial-cluster=" + cluster,
                "--initial-cluster-token=bare-" + block,
                "--initial-cluster-state=" + state));
    certificates.ifPresent(made -> command.addAll(made.flags()));
    command.addAll(more);
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
