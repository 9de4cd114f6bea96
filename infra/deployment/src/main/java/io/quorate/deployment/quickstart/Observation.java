package io.quorate.deployment.quickstart;

import io.quorate.deployment.LocalDeployment;
import io.quorate.deployment.Principals;
import io.quorate.localcloud.QuorateRights;
import io.quorate.localcloud.instance.MarkVariables;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/**
 * A Prometheus over the quick start's agents. It takes the scrape file and the rules that
 * production takes, and finds the agents as it does there, by asking the local cloud's EC2; only
 * the intervals are shorter.
 */
final class Observation implements AutoCloseable {
  private static final int PORT = 9090;

  private final SideProcess process;
  private final URI page;

  private Observation(SideProcess process, URI page) {
    this.process = process;
    this.page = page;
  }

  /**
   * Starts it and waits until it serves, or was interrupted.
   *
   * @param programs the folder that holds prometheus
   */
  static Observation start(
      LocalDeployment deployment, Path root, Path programs, CountDownLatch interrupted)
      throws IOException, InterruptedException {
    Path monitoring = root.toAbsolutePath().normalize().resolve("infra/monitoring/prometheus");
    Path home = Files.createDirectories(deployment.config().home().resolve("prometheus"));
    Path config =
        Files.writeString(
            home.resolve("prometheus.yml"),
            config(
                Files.readString(monitoring.resolve("prometheus.yml")),
                monitoring,
                deployment.cloud().region(),
                deployment.cloud().endpoint().toString()));
    int port = port();
    ProcessBuilder builder =
        new ProcessBuilder(
                programs.resolve("prometheus").toString(),
                "--config.file=" + config,
                "--storage.tsdb.path=" + home.resolve("data"),
                "--web.listen-address=127.0.0.1:" + port,
                "--log.level=warn")
            .redirectErrorStream(true)
            .redirectOutput(home.resolve("prometheus.log").toFile());
    MarkVariables.isolate(builder.environment(), home.resolve("none"));
    MarkVariables.put(builder.environment(), deployment.config().home(), "prometheus");
    Observation started =
        new Observation(new SideProcess(builder.start()), URI.create("http://127.0.0.1:" + port));
    started.process.awaitServing(
        () -> started.ready() ? Optional.of(started.page) : Optional.empty(),
        () ->
            "prometheus does not serve "
                + started.page
                + "; its log is "
                + home.resolve("prometheus.log"),
        interrupted);
    return started;
  }

  /**
   * The scrape file for a local cloud.
   *
   * @throws IllegalStateException when the file no longer has a line that is to be changed
   */
  static String config(String file, Path monitoring, String region, String endpoint) {
    String credentials =
        "\n        endpoint: %s\n        access_key: %s\n        secret_key: local"
            .formatted(endpoint, Principals.ADMINISTRATOR);
    String text = replaced(file, "- region: REGION", "- region: " + region + credentials);
    text = replaced(text, "[CONTROL_PLANE]", "[" + QuorateRights.CONTROL_PLANE + "]");
    text = replaced(text, "rules/*.yml", monitoring.resolve("rules") + "/*.yml");
    text = replaced(text, "scrape_interval: 15s", "scrape_interval: 5s");
    text = replaced(text, "scrape_timeout: 10s", "scrape_timeout: 5s");
    text = replaced(text, "evaluation_interval: 15s", "evaluation_interval: 5s");
    return replaced(text, "refresh_interval: 30s", "refresh_interval: 5s");
  }

  private static String replaced(String text, String line, String with) {
    if (!text.contains(line)) {
      throw new IllegalStateException(
          "infra/monitoring/prometheus/prometheus.yml has no '" + line + "', which is set here");
    }
    return text.replace(line, with);
  }

  /** Prometheus' own port, or any where that is taken. */
  private static int port() throws IOException {
    try (ServerSocket own = new ServerSocket(PORT, 1, InetAddress.getLoopbackAddress())) {
      return own.getLocalPort();
    } catch (IOException taken) {
      try (ServerSocket any = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        return any.getLocalPort();
      }
    }
  }

  private boolean ready() throws IOException {
    HttpURLConnection connection =
        (HttpURLConnection) page.resolve("/-/ready").toURL().openConnection();
    connection.setConnectTimeout(1_000);
    connection.setReadTimeout(1_000);
    try {
      return connection.getResponseCode() == 200;
    } catch (IOException notYet) {
      return false;
    } finally {
      connection.disconnect();
    }
  }

  /** Where it is seen. */
  URI page() {
    return page;
  }

  @Override
  public void close() {
    process.close();
  }
}
