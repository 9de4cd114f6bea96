package io.quorate.e2e;

import io.quorate.deployment.Etcd;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** An etcd that Quorate knows nothing of: one member, on free ports of this machine. */
final class BareEtcd implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Path folder;
  private final String clientUrl;
  private final Process process;
  final Etcd etcd;

  BareEtcd(Path folder) throws IOException {
    this.folder = folder;
    this.clientUrl = "http://127.0.0.1:" + freePort();
    String peerUrl = "http://127.0.0.1:" + freePort();
    this.process =
        new ProcessBuilder(
                Folders.etcd().resolve("etcd").toString(),
                "--name=bare",
                "--data-dir=" + folder.resolve("bare"),
                "--listen-client-urls=" + clientUrl,
                "--advertise-client-urls=" + clientUrl,
                "--listen-peer-urls=" + peerUrl,
                "--initial-advertise-peer-urls=" + peerUrl,
                "--initial-cluster=bare=" + peerUrl)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("bare.log").toFile())
            .start();
    this.etcd = new Etcd(clientUrl);
    AwaitCondition.until("a bare etcd", PATIENCE, () -> !etcd.members().isEmpty());
  }

  private static int freePort() throws IOException {
    try (ServerSocket any = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return any.getLocalPort();
    }
  }

  /** What {@code etcdctl snapshot save} writes of it. */
  Path snapshot() throws IOException, InterruptedException {
    Path file = folder.resolve("bare.db");
    etcdctl("snapshot", "save", file.toString());
    return file;
  }

  private void etcdctl(String... arguments) throws IOException, InterruptedException {
    List<String> line = new ArrayList<>();
    line.add(Folders.etcd().resolve("etcdctl").toString());
    line.add("--endpoints=" + clientUrl);
    line.addAll(List.of(arguments));
    Process run =
        new ProcessBuilder(line)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("etcdctl.log").toFile())
            .start();
    if (!run.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS) || run.exitValue() != 0) {
      run.destroyForcibly();
      throw new AssertionError(line + " failed; see " + folder.resolve("etcdctl.log"));
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
