package io.quorate.localcloud;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Programs of this machine, run against a cloud with nothing changed but the endpoint. */
record Command(AwsEndpoint cloud, String principal) {
  private static final long LONGEST_RUN_SECONDS = 120;

  /**
   * What a run printed, both streams in their order.
   *
   * @param exitCode 0 is success
   * @param output text
   */
  record Result(int exitCode, String output) {}

  /** Skips the test, with a reason, where a probe of the tool does not succeed. */
  static void assumeInstalled(String... probe) throws Exception {
    String reason = "\"" + String.join(" ", probe) + "\" does not succeed on this machine: skipped";
    try {
      Process process =
          new ProcessBuilder(probe)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      assumeTrue(process.waitFor(LONGEST_RUN_SECONDS, TimeUnit.SECONDS), reason);
      assumeTrue(process.exitValue() == 0, reason);
    } catch (IOException e) {
      assumeTrue(false, reason);
    }
  }

  /** The output of {@code aws …} where it succeeds. */
  String aws(String... arguments) throws Exception {
    Result result = runAws(arguments);
    assertThat(result.exitCode()).as("aws %s: %s", List.of(arguments), result.output()).isZero();
    return result.output();
  }

  Result runAws(String... arguments) throws Exception {
    List<String> line =
        new ArrayList<>(List.of("aws", "--endpoint-url", cloud.endpoint().toString()));
    line.addAll(List.of(arguments));
    return run(line);
  }

  Result run(List<String> line) throws Exception {
    ProcessBuilder builder = new ProcessBuilder(line).redirectErrorStream(true);
    builder
        .environment()
        .putAll(
            Map.of(
                "AWS_ACCESS_KEY_ID", principal,
                "AWS_SECRET_ACCESS_KEY", "secret",
                "AWS_DEFAULT_REGION", cloud.region(),
                "AWS_PAGER", "",
                "AWS_MAX_ATTEMPTS", "1",
                "AWS_EC2_METADATA_DISABLED", "true",
                "ENDPOINT", cloud.endpoint().toString()));
    Process process = builder.start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor(LONGEST_RUN_SECONDS, TimeUnit.SECONDS)).as(output).isTrue();
    return new Result(process.exitValue(), output);
  }
}
