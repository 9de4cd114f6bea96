package io.quorate.deployment;

import io.quorate.localcloud.instance.MarkVariables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The command {@code quorate} on a deployment, as a user runs it. */
public final class OperatorCommand {
  private final LocalDeployment deployment;
  private final Path script;

  /** The command of this checkout. */
  public OperatorCommand(LocalDeployment deployment, Path root) {
    this.deployment = deployment;
    this.script = root.resolve("infra/bin/quorate").toAbsolutePath();
  }

  /** Where it is. */
  public Path script() {
    return script;
  }

  /** What the SDK, the aws command and {@code quorate} read from the environment. */
  public static Map<String, String> environment(LocalDeployment deployment, String principal) {
    return Map.of(
        "AWS_ENDPOINT_URL",
        deployment.cloud().endpoint().toString(),
        "AWS_REGION",
        deployment.cloud().region(),
        "AWS_DEFAULT_REGION",
        deployment.cloud().region(),
        "AWS_ACCESS_KEY_ID",
        principal,
        "AWS_SECRET_ACCESS_KEY",
        "local",
        "QUORATE_EVENTS_QUEUE",
        deployment.resources().queueUrl(),
        "QUORATE_BUCKET",
        deployment.resources().bucket());
  }

  /**
   * Runs it with an operator's rights.
   *
   * @return what it printed
   * @throws IOException when it fails, with what it said
   */
  public String run(List<String> arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(script.toString()));
    command.addAll(arguments);
    Path home = deployment.config().home();
    Path printed = Files.createTempFile(home, "quorate", ".out");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(printed.toFile());
    builder.environment().putAll(environment(deployment, Principals.OPERATOR));
    MarkVariables.put(builder.environment(), home, "command");
    int code = builder.start().waitFor();
    String said = Files.readString(printed);
    Files.delete(printed);
    if (code != 0) {
      throw new IOException(
          "quorate " + String.join(" ", arguments) + ": exit code " + code + ": " + said.strip());
    }
    return said;
  }
}
