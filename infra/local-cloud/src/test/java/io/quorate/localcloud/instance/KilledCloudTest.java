package io.quorate.localcloud.instance;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.localcloud.compute.ComputeCloud;
import io.quorate.localcloud.compute.Eventually;
import java.io.File;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cloud whose JVM is killed leaves instances behind; the next one on its home ends them. */
class KilledCloudTest {
  @TempDir Path home;

  /** The JVM that is killed. */
  public static void main(String[] args) throws Exception {
    ComputeCloud cloud = new ComputeCloud(Path.of(args[0]));
    cloud.instances.launch(
        new LaunchOrder(
            "us-east-1a",
            Map.of(),
            LaunchTemplate.running(ComputeCloud.AGENT_WITH_CHILD),
            Optional.empty()));
    new CountDownLatch(1).await();
  }

  @Test
  void theNextCloudEndsWhatItLeft() throws Exception {
    Process killed =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                KilledCloudTest.class.getName(),
                home.toString())
            .redirectErrorStream(true)
            .redirectOutput(new File("/dev/null"))
            .start();
    ProcessTable table = ProcessTable.ofThisMachine();
    Eventually.until("agent and child", () -> table.ofHome(home).size() >= 2);
    killed.destroyForcibly().waitFor();
    assertThat(table.ofHome(home)).hasSizeGreaterThanOrEqualTo(2);

    try (ComputeCloud next = new ComputeCloud(home)) {
      assertThat(table.ofHome(home)).isEmpty();
      String address =
          next.instances
              .launch(
                  new LaunchOrder(
                      "us-east-1a",
                      Map.of(),
                      LaunchTemplate.running(ComputeCloud.AGENT_WITH_CHILD),
                      Optional.empty()))
              .address();
      assertThat(address).isNotEqualTo("127.0.101.1");
    }
  }
}
