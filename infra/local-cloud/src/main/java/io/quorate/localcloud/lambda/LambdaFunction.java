package io.quorate.localcloud.lambda;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A function as it is deployed.
 *
 * @param name its name
 * @param command what one execution environment runs, the runtime's main class and handler included
 * @param handler given to the runtime as _HANDLER
 * @param principal access key id of its credentials
 * @param environment variables of the function
 * @param timeout after which an invocation is ended, and its environment with it
 * @param maxConcurrency environments at once; more invocations are throttled
 * @param memoryMb reported to the function
 * @param idle how long an environment without an invocation is kept
 * @param freeze whether idle environments are frozen, as AWS does
 */
public record LambdaFunction(
    String name,
    List<String> command,
    String handler,
    String principal,
    Map<String, String> environment,
    Duration timeout,
    int maxConcurrency,
    int memoryMb,
    Duration idle,
    boolean freeze) {
  static final String MAIN = "com.amazonaws.services.lambda.runtime.api.client.AWSLambda";

  public LambdaFunction {
    command = List.copyOf(command);
    environment = Map.copyOf(environment);
    if (maxConcurrency < 1) {
      throw new IllegalArgumentException(
          "maxConcurrency of %s is %d, expected 1 or more".formatted(name, maxConcurrency));
    }
  }

  /**
   * A Java function on this JVM's own JDK, behind AWS's runtime interface client, which is taken
   * from this JVM's class path.
   */
  public static LambdaFunction java(
      String name, String handler, List<Path> classPath, List<String> jvmFlags) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(jvmFlags);
    command.add("--enable-native-access=ALL-UNNAMED");
    command.add("-cp");
    command.add(
        Stream.concat(classPath.stream().map(Path::toString), runtimeInterfaceClient())
            .collect(Collectors.joining(File.pathSeparator)));
    command.add(MAIN);
    command.add(handler);
    return new LambdaFunction(
        name,
        command,
        handler,
        "lambda-" + name,
        Map.of(),
        Duration.ofSeconds(30),
        10,
        512,
        Duration.ofMinutes(5),
        true);
  }

  // The client and the libraries it needs, in whatever jar they are.
  private static Stream<String> runtimeInterfaceClient() {
    return Stream.of(
            "com/amazonaws/services/lambda/runtime/api/client/AWSLambda.class",
            "com/amazonaws/services/lambda/runtime/Context.class",
            "com/amazonaws/services/lambda/runtime/serialization/PojoSerializer.class",
            "software/amazon/awssdk/utilslite/SdkInternalThreadLocal.class")
        .map(LambdaFunction::jarOf)
        .distinct();
  }

  private static String jarOf(String resource) {
    URL found = LambdaFunction.class.getClassLoader().getResource(resource);
    if (found == null || !found.getProtocol().equals("jar")) {
      throw new IllegalStateException(
          "%s is at %s, expected in a jar: put aws-lambda-java-runtime-interface-client on the class path"
              .formatted(resource, found));
    }
    String file = found.getPath();
    return Path.of(URI.create(file.substring(0, file.indexOf('!')))).toString();
  }

  /** The same with variables. */
  public LambdaFunction withEnvironment(Map<String, String> variables) {
    return new LambdaFunction(
        name,
        command,
        handler,
        principal,
        variables,
        timeout,
        maxConcurrency,
        memoryMb,
        idle,
        freeze);
  }

  /** The same under another access key id. */
  public LambdaFunction withPrincipal(String accessKeyId) {
    return new LambdaFunction(
        name,
        command,
        handler,
        accessKeyId,
        environment,
        timeout,
        maxConcurrency,
        memoryMb,
        idle,
        freeze);
  }

  /** The same with other limits. */
  public LambdaFunction withLimits(Duration newTimeout, int concurrency) {
    return new LambdaFunction(
        name,
        command,
        handler,
        principal,
        environment,
        newTimeout,
        concurrency,
        memoryMb,
        idle,
        freeze);
  }

  /** The same with another idle time, freezing or not. */
  public LambdaFunction withIdle(Duration newIdle, boolean newFreeze) {
    return new LambdaFunction(
        name,
        command,
        handler,
        principal,
        environment,
        timeout,
        maxConcurrency,
        memoryMb,
        newIdle,
        newFreeze);
  }

  /**
   * The command as it runs in a folder, with what it needs to have there for itself.
   *
   * @throws IOException when the folder cannot be written
   */
  public List<String> commandIn(Path folder) throws IOException {
    return RuntimeClientLibrary.privateTo(folder, command);
  }
}
