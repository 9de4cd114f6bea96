package io.quorate.e2e;

import io.quorate.deployment.Principals;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The command {@code quorate} as a user runs it, with an operator's rights. */
final class Operator {
  private final Stage stage;

  Operator(Stage stage) {
    this.stage = stage;
  }

  /**
   * What a run of it came to.
   *
   * @param code its exit code
   * @param said all that it printed
   */
  record Said(int code, String said) {}

  Said quorate(String... arguments) throws IOException, InterruptedException {
    Path printed = Files.createTempFile(stage.deployment.config().home(), "quorate", ".out");
    int code = start(printed, arguments).waitFor();
    return new Said(code, Files.readString(printed));
  }

  /** Starts it; what it prints goes to a file. */
  Process start(Path printed, String... arguments) throws IOException {
    List<String> line = new ArrayList<>();
    line.add(Folders.root().resolve("infra/bin/quorate").toString());
    line.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(line).redirectErrorStream(true).redirectOutput(printed.toFile());
    builder
        .environment()
        .putAll(
            Map.of(
                "AWS_ENDPOINT_URL", stage.deployment.cloud().endpoint().toString(),
                "AWS_REGION", stage.deployment.cloud().region(),
                "AWS_ACCESS_KEY_ID", Principals.OPERATOR,
                "AWS_SECRET_ACCESS_KEY", "local",
                "QUORATE_EVENTS_QUEUE", stage.deployment.resources().queueUrl(),
                "QUORATE_BUCKET", stage.deployment.resources().bucket()));
    return builder.start();
  }

  /** What a file holds; nothing while it is not there. */
  static String text(Path file) {
    try {
      return Files.exists(file) ? Files.readString(file) : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
