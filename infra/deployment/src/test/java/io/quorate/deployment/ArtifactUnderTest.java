package io.quorate.deployment;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.quorate.localcloud.LocalCloud;
import io.quorate.localcloud.QuorateResources;
import io.quorate.localcloud.lambda.LambdaFunction;
import io.quorate.localcloud.terraform.ControlPlane;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The function as the quick start deploys it: the shaded jar that the build made. */
final class ArtifactUnderTest {
  private static final String JAR = "controller-lambda/target/quorate-controller.jar";

  private ArtifactUnderTest() {}

  /** The function beside its resources; skips the test where the jar is not built. */
  static LambdaFunction on(LocalCloud cloud, Path home) {
    Path jar = root().resolve(JAR);
    assumeTrue(Files.exists(jar), jar + " is not built: run this test by mvn verify, not mvn test");
    QuorateResources.createOn(cloud);
    return ControllerDeployment.function(
        ControlPlane.ofModule(),
        DeploymentConfig.at(home),
        new Artifacts(home.resolve("no-agent"), jar, home.resolve("no-etcd")));
  }

  static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("mvnw"))) {
      folder = Optional.ofNullable(folder.getParent()).orElseThrow();
    }
    return folder;
  }
}
