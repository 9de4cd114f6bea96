package io.quorate.localcloud.lambda;

import io.quorate.localcloud.instance.MarkVariables;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Starts a function's process with the variables that Lambda sets. */
final class FunctionProcess {
  private static final int LOGS_KEPT = 50;

  private FunctionProcess() {}

  static Process start(
      LambdaFunction function, LambdaSettings settings, String id, String runtimeApi, Path log)
      throws IOException {
    Path folder = log.resolveSibling(".").normalize();
    Files.createDirectories(folder);
    prune(folder);
    List<String> command = function.commandIn(folder);
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    Map<String, String> environment = builder.environment();
    MarkVariables.isolate(environment, folder.resolve("no-aws-profile"));
    environment.put("AWS_LAMBDA_RUNTIME_API", runtimeApi);
    environment.put("_HANDLER", function.handler());
    environment.put("AWS_LAMBDA_FUNCTION_NAME", function.name());
    environment.put("AWS_LAMBDA_FUNCTION_VERSION", "$LATEST");
    environment.put("AWS_LAMBDA_FUNCTION_MEMORY_SIZE", Integer.toString(function.memoryMb()));
    environment.put("AWS_LAMBDA_FUNCTION_TIMEOUT", Long.toString(function.timeout().toSeconds()));
    environment.put("AWS_LAMBDA_LOG_GROUP_NAME", "/aws/lambda/" + function.name());
    environment.put("AWS_LAMBDA_LOG_STREAM_NAME", id);
    environment.put("AWS_LAMBDA_INITIALIZATION_TYPE", "on-demand");
    environment.put("AWS_EXECUTION_ENV", "AWS_Lambda_java21");
    environment.put("LAMBDA_TASK_ROOT", folder.toString());
    environment.put("TZ", ":UTC");
    environment.put("AWS_REGION", settings.region());
    environment.put("AWS_DEFAULT_REGION", settings.region());
    environment.put("AWS_ENDPOINT_URL", settings.gateway().toString());
    environment.put("AWS_ACCESS_KEY_ID", function.principal());
    environment.put("AWS_SECRET_ACCESS_KEY", "local-secret");
    environment.putAll(function.environment());
    MarkVariables.put(environment, settings.home(), "lambda-" + id);
    return builder
        .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
        .start();
  }

  private static void prune(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      List<Path> logs =
          files
              .filter(file -> file.toString().endsWith(".log"))
              .sorted(Comparator.comparing((Path file) -> file.toFile().lastModified()).reversed())
              .toList();
      for (Path old : logs.subList(Math.min(LOGS_KEPT, logs.size()), logs.size())) {
        Files.deleteIfExists(old);
      }
    }
  }
}
