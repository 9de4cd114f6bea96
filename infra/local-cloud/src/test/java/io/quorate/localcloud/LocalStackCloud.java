package io.quorate.localcloud;

import java.io.Closeable;
import java.net.URI;
import java.util.Optional;
import java.util.regex.Pattern;
import org.testcontainers.localstack.LocalStackContainer;
import org.testcontainers.utility.DockerImageName;

/** LocalStack in Docker: a second opinion on what the local cloud says of DynamoDB, S3 and SQS. */
public final class LocalStackCloud implements AwsEndpoint, Closeable {
  /** The last line before an account was needed. */
  private static final String FREE_IMAGE = "localstack/localstack:4.4.0";

  private static final Pattern FREE_TAG = Pattern.compile(".*:[0-4]\\.\\d+(\\.\\d+)?");

  private final LocalStackContainer container;

  private LocalStackCloud(LocalStackContainer container) {
    this.container = container;
  }

  /** The image in use: {@code LOCALSTACK_IMAGE}, or the last that needs no account. */
  public static String image() {
    return Optional.ofNullable(System.getenv("LOCALSTACK_IMAGE")).orElse(FREE_IMAGE);
  }

  static boolean wantsToken(String image) {
    return !FREE_TAG.matcher(image).matches();
  }

  /** Starts a container of its own; use {@link LocalStackAvailable} to come here only if it can. */
  public static LocalStackCloud start() {
    LocalStackContainer container =
        new LocalStackContainer(
                DockerImageName.parse(image()).asCompatibleSubstituteFor("localstack/localstack"))
            .withServices("dynamodb", "dynamodbstreams", "s3", "sqs");
    Optional.ofNullable(System.getenv("LOCALSTACK_AUTH_TOKEN"))
        .ifPresent(token -> container.withEnv("LOCALSTACK_AUTH_TOKEN", token));
    container.start();
    return new LocalStackCloud(container);
  }

  @Override
  public URI endpoint() {
    return container.getEndpoint();
  }

  @Override
  public String region() {
    return container.getRegion();
  }

  @Override
  public void close() {
    container.stop();
  }
}
