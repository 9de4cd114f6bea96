package io.quorate.deployment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What was built and what is deployed.
 *
 * @param agentJar the node agent, beside its libraries
 * @param agentFlags the flags that the agent's JVM runs with
 * @param controllerJar the Lambda function's artifact
 * @param etcdFolder folder that holds etcd and etcdctl
 */
public record Artifacts(
    Path agentJar, List<String> agentFlags, Path controllerJar, Path etcdFolder) {
  /**
   * The artifacts of a checkout.
   *
   * @throws IOException when one is not built, naming it and the command that builds it
   */
  public static Artifacts in(Path root, Path etcdFolder) throws IOException {
    return new Artifacts(
        built(root.resolve("node-agent/target/quorate-node-agent.jar")),
        flags(built(root.resolve("node-agent/src/main/dist/agent-jvm-flags"))),
        built(root.resolve("controller-lambda/target/quorate-controller.jar")),
        etcdIn(etcdFolder));
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

  private static List<String> flags(Path file) throws IOException {
    return Files.readAllLines(file).stream()
        .map(String::strip)
        .filter(line -> !line.isEmpty() && !line.startsWith("#"))
        .toList();
  }
}
