package io.quorate.deployment;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.quorate.localcloud.LocalCloud;
import io.quorate.localcloud.LocalCloudConfig;
import io.quorate.localcloud.lambda.LambdaFunction;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the artifact's process begins and ends, behind a runtime API that has no event for it. */
class ControllerProcessTest {
  private static final int PATIENCE_SECONDS = 60;

  @TempDir Path home;
  private final CompletableFuture<String> initError = new CompletableFuture<>();
  private final CountDownLatch asked = new CountDownLatch(1);
  private final CountDownLatch over = new CountDownLatch(1);
  private HttpServer runtime;
  private LocalCloud cloud;

  @BeforeEach
  void start() throws IOException {
    cloud = LocalCloud.start(LocalCloudConfig.inMemory());
    runtime = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    runtime.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    runtime.createContext("/2018-06-01/runtime/init/error", this::refused);
    runtime.createContext("/2018-06-01/runtime/invocation/next", this::next);
    runtime.start();
  }

  @AfterEach
  void stop() throws IOException {
    over.countDown();
    runtime.stop(0);
    cloud.close();
  }

  private void refused(HttpExchange exchange) throws IOException {
    try (exchange) {
      String error = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
      exchange.sendResponseHeaders(202, -1);
      initError.complete(error);
    }
  }

  private void next(HttpExchange exchange) throws IOException {
    try (exchange) {
      asked.countDown();
      over.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Process run(Map<String, String> change) throws IOException {
    LambdaFunction function = ArtifactUnderTest.on(cloud, home);
    ProcessBuilder builder = new ProcessBuilder(function.commandIn(home)).redirectErrorStream(true);
    Map<String, String> environment = new HashMap<>(function.environment());
    environment.putAll(change);
    builder.environment().keySet().removeIf(name -> name.startsWith("AWS_"));
    builder.environment().putAll(environment);
    builder
        .environment()
        .put("AWS_LAMBDA_RUNTIME_API", "127.0.0.1:" + runtime.getAddress().getPort());
    builder.environment().put("_HANDLER", function.handler());
    builder.environment().put("AWS_REGION", cloud.region());
    builder.environment().put("AWS_ENDPOINT_URL", cloud.endpoint().toString());
    builder.environment().put("AWS_ACCESS_KEY_ID", function.principal());
    builder.environment().put("AWS_SECRET_ACCESS_KEY", "local");
    builder.redirectOutput(home.resolve("function.log").toFile());
    return builder.start();
  }

  @Test
  void aMissingSettingIsNamedAndEndsIt() throws Exception {
    Process process = run(Map.of("QUORATE_BUCKET", "", "QUORATE_NODES_TABLE", " "));
    try {
      assertThat(initError.get(PATIENCE_SECONDS, TimeUnit.SECONDS))
          .contains("QUORATE_BUCKET", "QUORATE_NODES_TABLE", "set them on the Lambda function")
          .doesNotContain("QUORATE_CLUSTERS_TABLE");
      assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isNotZero();
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void logsOneJsonObjectALineWhereAsked() throws Exception {
    Process process =
        run(Map.of("QUORATE_LOG_FORMAT", "json", "QUORATE_CLUSTERS_TABLE", "no-such-table"));
    try {
      assertThat(asked.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
      List<String> lines = Files.readAllLines(home.resolve("function.log"));
      assertThat(lines).isNotEmpty();
      for (String line : lines) {
        assertThat(JSON.std.mapFrom(line))
            .containsEntry("level", "WARN")
            .containsKeys("timestamp", "loggerName", "formattedMessage");
      }
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void sigtermEndsItWhileItWaits() throws Exception {
    Process process = run(Map.of());
    try {
      assertThat(asked.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
      process.destroy();
      assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isEqualTo(143);
    } finally {
      process.destroyForcibly();
    }
  }
}
