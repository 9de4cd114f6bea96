package io.quorate.localcloud;

import java.io.Closeable;
import java.net.URI;
import java.util.Optional;
import java.util.regex.Pattern;
import org.testcontainers.localstack.LocalStackContainer;
import org.testcontainers.utility.DockerImageName;

/** LocalStack: a second opinion on what the local cloud says of DynamoDB, S3 and SQS. */
public final class LocalStackCloud implements AwsEndpoint, Closeable {
  /** The last line before an account was needed; infra/localstack/compose.yml names it, too. */
  static final String FREE_IMAGE = "localstack/localstack:4.4.0";

  private static final Pattern FREE_TAG = Pattern.compile(".*:[0-4]\\.\\d+(\\.\\d+)?");

  private final URI endpoint;
  private final String region;
  private final Runnable stop;

  private LocalStackCloud(URI endpoint, String region, Runnable stop) {
    this.endpoint = endpoint;
    this.region = region;
    this.stop = stop;
  }

  /** The image in use: {@code LOCALSTACK_IMAGE}, or the last that needs no account. */
  public static String image() {
    return Optional.ofNullable(System.getenv("LOCALSTACK_IMAGE")).orElse(FREE_IMAGE);
  }

  /** One that runs already: {@code LOCALSTACK_ENDPOINT}, as of infra/localstack/compose.yml. */
  static Optional<URI> running() {
    return Optional.ofNullable(System.getenv("LOCALSTACK_ENDPOINT")).map(URI::create);
  }

  static boolean wantsToken(String image) {
    return !FREE_TAG.matcher(image).matches();
  }

  /**
   * The one that runs already, or a container of its own; use {@link LocalStackAvailable} to come
   * here only if it can.
   */
  public static LocalStackCloud start() {
    return running()
        .map(uri -> new LocalStackCloud(uri, "us-east-1", () -> {}))
        .orElseGet(LocalStackCloud::container);
  }

  private static LocalStackCloud container() {
    LocalStackContainer container =
        new LocalStackContainer(
                DockerImageName.parse(image()).asCompatibleSubstituteFor("localstack/localstack"))
            .withServices("dynamodb", "dynamodbstreams", "s3", "sqs");
    Optional.ofNullable(System.getenv("LOCALSTACK_AUTH_TOKEN"))
        .ifPresent(token -> container.withEnv("LOCALSTACK_AUTH_TOKEN", token));
    container.start();
    return new LocalStackCloud(container.getEndpoint(), container.getRegion(), container::stop);
  }

  @Override
  public URI endpoint() {
    return endpoint;
  }

  @Override
  public String region() {
    return region;
  }

  @Override
  public void close() {
    stop.run();
  }
}
