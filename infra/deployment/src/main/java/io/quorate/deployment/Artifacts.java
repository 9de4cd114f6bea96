package io.quorate.deployment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/**
 * What was built and what is deployed.
 *
 * @param agent the node agent's launcher, beside its jar, libraries and flags
 * @param controllerJar the Lambda function's artifact
 * @param etcdFolder folder that holds etcd and etcdctl
 */
public record Artifacts(Path agent, Path controllerJar, Path etcdFolder) {
  /**
   * The artifacts of a checkout.
   *
   * @throws IOException when one is not built, naming it and the command that builds it
   */
  public static Artifacts in(Path root, Path etcdFolder) throws IOException {
    return new Artifacts(
        agentIn(root.resolve("node-agent/target")),
        built(root.resolve("controller-lambda/target/quorate-controller.jar")),
        etcdIn(etcdFolder));
  }

  /**
   * The same with another agent, as in an unpacked package.
   *
   * @param launcher beside the agent's jar
   * @throws IOException when one of the two is missing
   */
  public Artifacts withAgent(Path launcher) throws IOException {
    Path folder = launcher.toAbsolutePath().normalize().getParent();
    return new Artifacts(
        agentIn(Objects.requireNonNull(folder, "a file has a folder")), controllerJar, etcdFolder);
  }

  private static Path agentIn(Path folder) throws IOException {
    built(folder.resolve("quorate-node-agent.jar"));
    return built(folder.resolve("quorate-agent"));
  }

  private static Path built(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new IOException(
          file + " is missing, expected it built: run infra/tools/maven package -DskipTests");
    }
    return file.toAbsolutePath();
  }

  private static Path etcdIn(Path folder) throws IOException {
    if (!Files.isExecutable(folder.resolve("etcd"))) {
      throw new IOException(
          folder
              + " holds no executable etcd: set QUORATE_ETCD_DIR to what infra/tools/find-etcd"
              + " --install prints");
    }
    return folder.toAbsolutePath();
  }
}
